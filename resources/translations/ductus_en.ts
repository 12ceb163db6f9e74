<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>About</name>
    <message numerus="yes">
        <source>%Ln different words</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln different words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln handwriting fonts under open licences</source>
        <translation>
            <numerusform>in %Ln handwriting font under an open licence</numerusform>
            <numerusform>in %Ln handwriting fonts under open licences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln drawn pages</source>
        <translation>
            <numerusform>%Ln drawn page</numerusform>
            <numerusform>%Ln drawn pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln line</numerusform>
            <numerusform>%Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hands</source>
        <translation>
            <numerusform>%Ln hand</numerusform>
            <numerusform>%Ln hands</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Adaptation</name>
    <message numerus="yes">
        <source>The starter model has adapted itself to this handwriting: %Ln word(s) have another suggestion now.</source>
        <translation>
            <numerusform>The starter model has adapted itself to this handwriting: %Ln word has another suggestion now.</numerusform>
            <numerusform>The starter model has adapted itself to this handwriting: %Ln words have another suggestion now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Advanced</name>
    <message numerus="yes">
        <source>%Ln parameter(s) changed.</source>
        <translation>
            <numerusform>%Ln parameter changed.</numerusform>
            <numerusform>%Ln parameters changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AgreementDialog</name>
    <message numerus="yes">
        <source>{0} and {1} both transcribed %Ln word(s): {2} equally, {3} % (95 % interval {4} to {5} %).</source>
        <translation>
            <numerusform>{0} and {1} both transcribed %Ln word: {2} equally, {3} % (95 % interval {4} to {5} %).</numerusform>
            <numerusform>{0} and {1} both transcribed %Ln words: {2} equally, {3} % (95 % interval {4} to {5} %).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AuditPanel</name>
    <message numerus="yes">
        <source>%Ln word(s) of {0} must be checked.</source>
        <translation>
            <numerusform>%Ln word of {0} must be checked.</numerusform>
            <numerusform>%Ln words of {0} must be checked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) drawn on {0}, {1} of them checked. The result is shown when all are checked.</source>
        <translation>
            <numerusform>%Ln word drawn on {0}, {1} of them checked. The result is shown when all are checked.</numerusform>
            <numerusform>%Ln words drawn on {0}, {1} of them checked. The result is shown when all are checked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of the sample checked: {0} suggestions were right ({1} %).</source>
        <translation>
            <numerusform>%Ln word of the sample checked: {0} suggestions were right ({1} %).</numerusform>
            <numerusform>%Ln words of the sample checked: {0} suggestions were right ({1} %).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BackupChooser</name>
    <message numerus="yes">
        <source>%Ln backup(s)</source>
        <translation>
            <numerusform>%Ln backup</numerusform>
            <numerusform>%Ln backups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln transcription</numerusform>
            <numerusform>%Ln transcriptions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BackupDialog</name>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln transcription</numerusform>
            <numerusform>%Ln transcriptions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The project and the backup share %Ln file(s) by hard link. To be safe if this disk fails, back up to another disk.</source>
        <translation>
            <numerusform>The project and the backup share %Ln file by hard link. To be safe if this disk fails, back up to another disk.</numerusform>
            <numerusform>The project and the backup share %Ln files by hard link. To be safe if this disk fails, back up to another disk.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) are only linked to the project; they are not in the backup.</source>
        <translation>
            <numerusform>%Ln image is only linked to the project; it is not in the backup.</numerusform>
            <numerusform>%Ln images are only linked to the project; they are not in the backup.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the project are missing or have changed. Check this project to see which.</source>
        <translation>
            <numerusform>%Ln file of the project is missing or has changed. Check this project to see which.</numerusform>
            <numerusform>%Ln files of the project are missing or have changed. Check this project to see which.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CardNames</name>
    <message numerus="yes">
        <source>The starter model read %Ln word image(s) of this project and learnt from the surest of its own readings, without transcriptions and without images of transcribed test words.</source>
        <translation>
            <numerusform>The starter model read %Ln word image of this project and learnt from the surest of its own readings, without transcriptions and without images of transcribed test words.</numerusform>
            <numerusform>The starter model read %Ln word images of this project and learnt from the surest of its own readings, without transcriptions and without images of transcribed test words.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Figures on new words rest on %Ln image(s) or more for each reader.</source>
        <translation>
            <numerusform>Figures on new words rest on %Ln image or more for each reader.</numerusform>
            <numerusform>Figures on new words rest on %Ln images or more for each reader.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CardTab</name>
    <message numerus="yes">
        <source>the starter model, adapted by %Ln image(s)</source>
        <translation>
            <numerusform>the starter model, adapted by %Ln image</numerusform>
            <numerusform>the starter model, adapted by %Ln images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s), by its own readings</source>
        <translation>
            <numerusform>%Ln word image, by its own readings</numerusform>
            <numerusform>%Ln word images, by its own readings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s)</source>
        <translation>
            <numerusform>%Ln word image</numerusform>
            <numerusform>%Ln word images</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CheckDialog</name>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln model(s)</source>
        <translation>
            <numerusform>%Ln model</numerusform>
            <numerusform>%Ln models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CollectionView</name>
    <message numerus="yes">
        <source>%Ln word(s) are now for: {0}.</source>
        <translation>
            <numerusform>%Ln word is now for: {0}.</numerusform>
            <numerusform>%Ln words are now for: {0}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) were fetched and are pages now.</source>
        <translation>
            <numerusform>%Ln image was fetched and is a page now.</numerusform>
            <numerusform>%Ln images were fetched and are pages now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were left out.</source>
        <translation>
            <numerusform>%Ln item was left out.</numerusform>
            <numerusform>%Ln items were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were found. Their boxes can be corrected on the page.</source>
        <translation>
            <numerusform>%Ln word was found. Its box can be corrected on the page.</numerusform>
            <numerusform>%Ln words were found. Their boxes can be corrected on the page.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) or page(s) stay as they are.</source>
        <translation>
            <numerusform>%Ln line or page stays as it is.</numerusform>
            <numerusform>%Ln lines or pages stay as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new word(s). What you had checked, typed or drawn has stayed.</source>
        <translation>
            <numerusform>%Ln new word. What you had checked, typed or drawn has stayed.</numerusform>
            <numerusform>%Ln new words. What you had checked, typed or drawn has stayed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditNames</name>
    <message numerus="yes">
        <source>transcribe %Ln word(s) as “{text}”</source>
        <translation>
            <numerusform>transcribe %Ln word as “{text}”</numerusform>
            <numerusform>transcribe %Ln words as “{text}”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>accept %Ln suggestion(s)</source>
        <translation>
            <numerusform>accept %Ln suggestion</numerusform>
            <numerusform>accept %Ln suggestions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>confirm %Ln aligned word(s)</source>
        <translation>
            <numerusform>confirm %Ln aligned word</numerusform>
            <numerusform>confirm %Ln aligned words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>confirm %Ln look-alike(s) as “{text}”</source>
        <translation>
            <numerusform>confirm %Ln look-alike as “{text}”</numerusform>
            <numerusform>confirm %Ln look-alikes as “{text}”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>use %Ln page(s) for {role}</source>
        <translation>
            <numerusform>use %Ln page for {role}</numerusform>
            <numerusform>use %Ln pages for {role}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>move %Ln word(s)</source>
        <translation>
            <numerusform>move %Ln word</numerusform>
            <numerusform>move %Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>find words on %Ln page(s)</source>
        <translation>
            <numerusform>find words on %Ln page</numerusform>
            <numerusform>find words on %Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>move %Ln line(s)</source>
        <translation>
            <numerusform>move %Ln line</numerusform>
            <numerusform>move %Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>delete %Ln line(s)</source>
        <translation>
            <numerusform>delete %Ln line</numerusform>
            <numerusform>delete %Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>align %Ln line(s) again</source>
        <translation>
            <numerusform>align %Ln line again</numerusform>
            <numerusform>align %Ln lines again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>add %Ln word(s) of {language}</source>
        <translation>
            <numerusform>add %Ln word of {language}</numerusform>
            <numerusform>add %Ln words of {language}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>add %Ln word(s) to the list</source>
        <translation>
            <numerusform>add %Ln word to the list</numerusform>
            <numerusform>add %Ln words to the list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>remove %Ln page(s)</source>
        <translation>
            <numerusform>remove %Ln page</numerusform>
            <numerusform>remove %Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>remove %Ln page(s) and all word images</source>
        <translation>
            <numerusform>remove %Ln page and all word images</numerusform>
            <numerusform>remove %Ln pages and all word images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>import %Ln word(s) ({format})</source>
        <translation>
            <numerusform>import %Ln word ({format})</numerusform>
            <numerusform>import %Ln words ({format})</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>import %Ln page(s) ({format})</source>
        <translation>
            <numerusform>import %Ln page ({format})</numerusform>
            <numerusform>import %Ln pages ({format})</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message numerus="yes">
        <source>{0}: read without the word list by %Ln reader(s); it is not in the list</source>
        <translation>
            <numerusform>{0}: read without the word list by %Ln reader; it is not in the list</numerusform>
            <numerusform>{0}: read without the word list by %Ln readers; it is not in the list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: not in the word list; spelled so by %Ln reader(s), least distance {1}</source>
        <translation>
            <numerusform>{0}: not in the word list; spelled so by %Ln reader, least distance {1}</numerusform>
            <numerusform>{0}: not in the word list; spelled so by %Ln readers, least distance {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: chosen by %Ln reader(s), least distance {1}</source>
        <translation>
            <numerusform>{0}: chosen by %Ln reader, least distance {1}</numerusform>
            <numerusform>{0}: chosen by %Ln readers, least distance {1}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExplanationText</name>
    <message numerus="yes">
        <source>%Ln more reader(s) decided as narrowly.</source>
        <translation>
            <numerusform>%Ln more reader decided as narrowly.</numerusform>
            <numerusform>%Ln more readers decided as narrowly.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} suggested that word but were outvoted.</source>
        <translation>
            <numerusform>Reader {0} suggested that word but was outvoted.</numerusform>
            <numerusform>Readers {0} suggested that word but were outvoted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} had that word on the other side: only the gate was wrong.</source>
        <translation>
            <numerusform>Reader {0} had that word on the other side: only the gate was wrong.</numerusform>
            <numerusform>Readers {0} had that word on the other side: only the gates were wrong.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} treated it as a word in no list and spelled another one.</source>
        <translation>
            <numerusform>Reader {0} treated it as a word in no list and spelled another one.</numerusform>
            <numerusform>Readers {0} treated it as a word in no list and spelled another one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} looked on the correct side but found another word nearer.</source>
        <translation>
            <numerusform>Reader {0} looked on the correct side but found another word nearer.</numerusform>
            <numerusform>Readers {0} looked on the correct side but found other words nearer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0}: the gate was wrong, and so was its best word on the correct side.</source>
        <translation>
            <numerusform>Reader {0}: the gate was wrong, and so was its best word on the correct side.</numerusform>
            <numerusform>Readers {0}: the gates were wrong, and so were their best words on the correct side.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s) without a page are left out: this format holds pages only.</source>
        <translation>
            <numerusform>%Ln word image without a page is left out: this format holds pages only.</numerusform>
            <numerusform>%Ln word images without a page are left out: this format holds pages only.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of the %Ln selected pages only</source>
        <translation>
            <numerusform>Of the selected page only</numerusform>
            <numerusform>Of the %Ln selected pages only</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GroupView</name>
    <message numerus="yes">
        <source>%Ln not a word</source>
        <translation>
            <numerusform>%Ln not a word</numerusform>
            <numerusform>%Ln not words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %Ln different</source>
        <translation>
            <numerusform>Check %Ln different</numerusform>
            <numerusform>Check %Ln different</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s) have this suggestion.</source>
        <translation>
            <numerusform>%Ln word image has this suggestion.</numerusform>
            <numerusform>%Ln word images have this suggestion.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>IiifDialog</name>
    <message numerus="yes">
        <source>%Ln image(s) to fetch</source>
        <translation>
            <numerusform>%Ln image to fetch</numerusform>
            <numerusform>%Ln images to fetch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already in the project</source>
        <translation>
            <numerusform>%Ln already in the project</numerusform>
            <numerusform>%Ln already in the project</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot be fetched</source>
        <translation>
            <numerusform>%Ln cannot be fetched</numerusform>
            <numerusform>%Ln cannot be fetched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} of %Ln image(s), {1} MB</source>
        <translation>
            <numerusform>{0} of %Ln image, {1} MB</numerusform>
            <numerusform>{0} of %Ln images, {1} MB</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImagePanel</name>
    <message numerus="yes">
        <source>“{0}” must process each word image once (%Ln word(s)). It also suggests readings for unchecked words; transcriptions are not changed.</source>
        <translation>
            <numerusform>“{0}” must process each word image once (%Ln word). It also suggests readings for unchecked words; transcriptions are not changed.</numerusform>
            <numerusform>“{0}” must process each word image once (%Ln words). It also suggests readings for unchecked words; transcriptions are not changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) set to “{0}”.</source>
        <translation>
            <numerusform>%Ln word set to “{0}”.</numerusform>
            <numerusform>%Ln words set to “{0}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln had this transcription already.</source>
        <translation>
            <numerusform>%Ln had this transcription already.</numerusform>
            <numerusform>%Ln had this transcription already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln keep their transcriptions.</source>
        <translation>
            <numerusform>%Ln keeps its transcription.</numerusform>
            <numerusform>%Ln keep their transcriptions.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>%Ln item(s) will be left out:</source>
        <translation>
            <numerusform>%Ln item will be left out:</numerusform>
            <numerusform>%Ln items will be left out:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportOptions</name>
    <message numerus="yes">
        <source>Find the words on the %Ln pages that have none</source>
        <translation>
            <numerusform>Find the words on the page that has none</numerusform>
            <numerusform>Find the words on the %Ln pages that have none</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut lines into words, and find the words on the %Ln pages without lines</source>
        <translation>
            <numerusform>Cut lines into words, and find the words on the page without lines</numerusform>
            <numerusform>Cut lines into words, and find the words on the %Ln pages without lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message numerus="yes">
        <source>%Ln line(s) without words.</source>
        <translation>
            <numerusform>%Ln line without words.</numerusform>
            <numerusform>%Ln lines without words.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) are missing, because the import was stopped.</source>
        <translation>
            <numerusform>%Ln page is missing, because the import was stopped.</numerusform>
            <numerusform>%Ln pages are missing, because the import was stopped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were found on the scans.</source>
        <translation>
            <numerusform>%Ln word was found on the scans.</numerusform>
            <numerusform>%Ln words were found on the scans.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) could not be cut into words and stay whole.</source>
        <translation>
            <numerusform>%Ln line could not be cut into words and stays whole.</numerusform>
            <numerusform>%Ln lines could not be cut into words and stay whole.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) have no words yet.</source>
        <translation>
            <numerusform>%Ln line has no words yet.</numerusform>
            <numerusform>%Ln lines have no words yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln were there already and stay as they are.</source>
        <translation>
            <numerusform>%Ln was there already and stays as it is.</numerusform>
            <numerusform>%Ln were there already and stay as they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are new in the word list.</source>
        <translation>
            <numerusform>%Ln word is new in the word list.</numerusform>
            <numerusform>%Ln words are new in the word list.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were left out.</source>
        <translation>
            <numerusform>%Ln item was left out.</numerusform>
            <numerusform>%Ln items were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln note(s).</source>
        <translation>
            <numerusform>There is %Ln note.</numerusform>
            <numerusform>There are %Ln notes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InsightView</name>
    <message numerus="yes">
        <source>Model “{0}”: %Ln reader(s), {1}</source>
        <translation>
            <numerusform>Model “{0}”: %Ln reader, {1}</numerusform>
            <numerusform>Model “{0}”: %Ln readers, {1}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LanguageDialog</name>
    <message numerus="yes">
        <source>%Ln word(s) of this language are in the word list. They are replaced.</source>
        <translation>
            <numerusform>%Ln word of this language is in the word list. It is replaced.</numerusform>
            <numerusform>%Ln words of this language are in the word list. They are replaced.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message numerus="yes">
        <source>{0}: %Ln word(s)</source>
        <translation>
            <numerusform>{0}: %Ln word</numerusform>
            <numerusform>{0}: %Ln words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LexiconPanel</name>
    <message numerus="yes">
        <source>%Ln word(s) were removed from the word list.</source>
        <translation>
            <numerusform>%Ln word was removed from the word list.</numerusform>
            <numerusform>%Ln words were removed from the word list.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words are kept, because training transcriptions use them. Correct those first.</source>
        <translation>
            <numerusform>%Ln word is kept, because training transcriptions use it. Correct those first.</numerusform>
            <numerusform>%Ln words are kept, because training transcriptions use them. Correct those first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) shown</source>
        <translation>
            <numerusform>%Ln word shown</numerusform>
            <numerusform>%Ln words shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were added to the word list.</source>
        <translation>
            <numerusform>%Ln word was added to the word list.</numerusform>
            <numerusform>%Ln words were added to the word list.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln were there already.</source>
        <translation>
            <numerusform>%Ln was there already.</numerusform>
            <numerusform>%Ln were there already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) could not be used; the first is {0}: {1}.</source>
        <translation>
            <numerusform>%Ln line could not be used, {0}: {1}.</numerusform>
            <numerusform>%Ln lines could not be used; the first is {0}: {1}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LiveRun</name>
    <message numerus="yes">
        <source>The model &apos;{0}&apos; with %Ln reader(s) was trained on {1} words.</source>
        <translation>
            <numerusform>The model &apos;{0}&apos; with %Ln reader was trained on {1} words.</numerusform>
            <numerusform>The model &apos;{0}&apos; with %Ln readers was trained on {1} words.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookAlikeBar</name>
    <message numerus="yes">
        <source>Confirm %Ln (Alt+Shift+L)</source>
        <translation>
            <numerusform>Confirm %Ln (Alt+Shift+L)</numerusform>
            <numerusform>Confirm %Ln (Alt+Shift+L)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{0}”: %Ln look-alike(s)</source>
        <translation>
            <numerusform>“{0}”: %Ln look-alike</numerusform>
            <numerusform>“{0}”: %Ln look-alikes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookAlikeDialog</name>
    <message numerus="yes">
        <source>Confirm %Ln as “{0}”</source>
        <translation>
            <numerusform>Confirm %Ln as “{0}”</numerusform>
            <numerusform>Confirm %Ln as “{0}”</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookAlikeFinder</name>
    <message numerus="yes">
        <source>%Ln word(s) were left out: they were changed meanwhile.</source>
        <translation>
            <numerusform>%Ln word was left out: it was changed meanwhile.</numerusform>
            <numerusform>%Ln words were left out: they were changed meanwhile.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln look-alike(s) confirmed as “{0}”.</source>
        <translation>
            <numerusform>%Ln look-alike confirmed as “{0}”.</numerusform>
            <numerusform>%Ln look-alikes confirmed as “{0}”.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LostProject</name>
    <message numerus="yes">
        <source>%Ln file(s) of the old project are missing.</source>
        <translation>
            <numerusform>%Ln file of the old project is missing.</numerusform>
            <numerusform>%Ln files of the old project are missing.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MissingWordsBar</name>
    <message numerus="yes">
        <source>%Ln word(s) cannot be searched by image: their images could not be read.</source>
        <translation>
            <numerusform>%Ln word cannot be searched by image: its image could not be read.</numerusform>
            <numerusform>%Ln words cannot be searched by image: their images could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) cannot be searched by image yet: the model “{0}” has not processed them.</source>
        <translation>
            <numerusform>%Ln word cannot be searched by image yet: the model “{0}” has not processed it.</numerusform>
            <numerusform>%Ln words cannot be searched by image yet: the model “{0}” has not processed them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageBanner</name>
    <message numerus="yes">
        <source>%Ln line(s) of this page are not cut into words yet.</source>
        <translation>
            <numerusform>%Ln line of this page is not cut into words yet.</numerusform>
            <numerusform>%Ln lines of this page are not cut into words yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Find the words in these lines</source>
        <translation>
            <numerusform>Find the words in this line</numerusform>
            <numerusform>Find the words in these lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of this page</source>
        <translation>
            <numerusform>%Ln line of this page</numerusform>
            <numerusform>%Ln lines of this page</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageModel</name>
    <message numerus="yes">
        <source>%Ln line(s), no words yet</source>
        <translation>
            <numerusform>%Ln line, no words yet</numerusform>
            <numerusform>%Ln lines, no words yet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PageRemover</name>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) with {0} were removed.</source>
        <translation>
            <numerusform>%Ln page with {0} was removed.</numerusform>
            <numerusform>%Ln pages with {0} were removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln transcription</numerusform>
            <numerusform>%Ln transcriptions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) and {0} are removed, too.</source>
        <translation>
            <numerusform>%Ln word and {0} are removed, too.</numerusform>
            <numerusform>%Ln words and {0} are removed, too.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) found only there will be removed from the word list.</source>
        <translation>
            <numerusform>%Ln word found only there will be removed from the word list.</numerusform>
            <numerusform>%Ln words found only there will be removed from the word list.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PagesPanel</name>
    <message numerus="yes">
        <source>%Ln of the selected pages have no words yet. Ductus can find them on the scans.</source>
        <translation>
            <numerusform>%Ln of the selected pages has no words yet. Ductus can find them on the scan.</numerusform>
            <numerusform>%Ln of the selected pages have no words yet. Ductus can find them on the scans.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) have no words yet. Ductus can find them on the scans.</source>
        <translation>
            <numerusform>%Ln page has no words yet. Ductus can find them on the scan.</numerusform>
            <numerusform>%Ln pages have no words yet. Ductus can find them on the scans.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) were cut into words by an earlier line reader.</source>
        <translation>
            <numerusform>%Ln page was cut into words by an earlier line reader.</numerusform>
            <numerusform>%Ln pages were cut into words by an earlier line reader.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartActions</name>
    <message numerus="yes">
        <source>%Ln transcription(s) taken</source>
        <translation>
            <numerusform>%Ln transcription taken</numerusform>
            <numerusform>%Ln transcriptions taken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln the same on both sides</source>
        <translation>
            <numerusform>%Ln the same on both sides</numerusform>
            <numerusform>%Ln the same on both sides</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) added</source>
        <translation>
            <numerusform>%Ln word added</numerusform>
            <numerusform>%Ln words added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) removed</source>
        <translation>
            <numerusform>%Ln word removed</numerusform>
            <numerusform>%Ln words removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with another box or use</source>
        <translation>
            <numerusform>%Ln with another box or use</numerusform>
            <numerusform>%Ln with another box or use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are transcribed differently; both texts are kept.</source>
        <translation>
            <numerusform>%Ln word is transcribed differently; both texts are kept.</numerusform>
            <numerusform>%Ln words are transcribed differently; both texts are kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) stay, because one side transcribed what the other removed.</source>
        <translation>
            <numerusform>%Ln word stays, because one side transcribed what the other removed.</numerusform>
            <numerusform>%Ln words stay, because one side transcribed what the other removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s) were made differently on both sides; the later one stays.</source>
        <translation>
            <numerusform>%Ln change was made differently on both sides; the later one stays.</numerusform>
            <numerusform>%Ln changes were made differently on both sides; the later ones stay.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) that were imported into the part itself are left out.</source>
        <translation>
            <numerusform>%Ln page that was imported into the part itself is left out.</numerusform>
            <numerusform>%Ln pages that were imported into the part itself are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} and {1} agree on {2} of %Ln word(s).</source>
        <translation>
            <numerusform>{0} and {1} agree on {2} of %Ln word.</numerusform>
            <numerusform>{0} and {1} agree on {2} of %Ln words.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartDialog</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln transcription</numerusform>
            <numerusform>%Ln transcriptions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgressTab</name>
    <message numerus="yes">
        <source>%Ln word(s) checked today.</source>
        <translation>
            <numerusform>%Ln word checked today.</numerusform>
            <numerusform>%Ln words checked today.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The accuracy of the suggestions is drawn from {0} checked words on; %Ln so far.</source>
        <translation>
            <numerusform>The accuracy of the suggestions is drawn from {0} checked words on; %Ln so far.</numerusform>
            <numerusform>The accuracy of the suggestions is drawn from {0} checked words on; %Ln so far.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) not checked yet.</source>
        <translation>
            <numerusform>%Ln word not checked yet.</numerusform>
            <numerusform>%Ln words not checked yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Realignment</name>
    <message numerus="yes">
        <source>The words of %Ln line(s) were moved to where they fit better.</source>
        <translation>
            <numerusform>The words of %Ln line were moved to where they fit better.</numerusform>
            <numerusform>The words of %Ln lines were moved to where they fit better.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) fit better now.</source>
        <translation>
            <numerusform>%Ln line fits better now.</numerusform>
            <numerusform>%Ln lines fit better now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>See the %Ln line(s)</source>
        <translation>
            <numerusform>See it</numerusform>
            <numerusform>See them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Recalibration</name>
    <message numerus="yes">
        <source>The word list has grown by %Ln word(s): adjusting the model to it…</source>
        <translation>
            <numerusform>The word list has grown by %Ln word: adjusting the model to it…</numerusform>
            <numerusform>The word list has grown by %Ln words: adjusting the model to it…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The word list has lost %Ln word(s): adjusting the model to it…</source>
        <translation>
            <numerusform>The word list has lost %Ln word: adjusting the model to it…</numerusform>
            <numerusform>The word list has lost %Ln words: adjusting the model to it…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RescueDialog</name>
    <message numerus="yes">
        <source>%Ln transcription(s) were saved. The damaged project was not changed.</source>
        <translation>
            <numerusform>%Ln transcription was saved. The damaged project was not changed.</numerusform>
            <numerusform>%Ln transcriptions were saved. The damaged project was not changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultsTab</name>
    <message numerus="yes">
        <source>Measured on %Ln test image(s) of words the model was trained on and {0} of new words. The 95 % interval stands in brackets.</source>
        <translation>
            <numerusform>Measured on %Ln test image of a word the model was trained on and {0} of new words. The 95 % interval stands in brackets.</numerusform>
            <numerusform>Measured on %Ln test images of words the model was trained on and {0} of new words. The 95 % interval stands in brackets.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them are not in the word list and count as wrong.</source>
        <translation>
            <numerusform>%Ln of them is not in the word list and counts as wrong.</numerusform>
            <numerusform>%Ln of them are not in the word list and count as wrong.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more test word(s) are left out, because the model, or the starter model with which it began, was trained or calibrated on their images.</source>
        <translation>
            <numerusform>%Ln more test word is left out, because the model, or the starter model with which it began, was trained or calibrated on its image.</numerusform>
            <numerusform>%Ln more test words are left out, because the model, or the starter model with which it began, was trained or calibrated on their images.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln test word(s) are then in no list. The table below counts on them, as is usual in the literature.</source>
        <translation>
            <numerusform>%Ln test word is then in no list. The table below counts on it, as is usual in the literature.</numerusform>
            <numerusform>%Ln test words are then in no list. The table below counts on them, as is usual in the literature.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The suggestions for %Ln test word(s) are compared with the transcriptions.</source>
        <translation>
            <numerusform>The suggestion for %Ln test word is compared with the transcription.</numerusform>
            <numerusform>The suggestions for %Ln test words are compared with the transcriptions.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RetrainingOffer</name>
    <message numerus="yes">
        <source>%Ln word(s) were checked since the starter model made suggestions.</source>
        <translation>
            <numerusform>%Ln word was checked since the starter model made suggestions.</numerusform>
            <numerusform>%Ln words were checked since the starter model made suggestions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were checked since the model &apos;{0}&apos; was trained.</source>
        <translation>
            <numerusform>%Ln word was checked since the model &apos;{0}&apos; was trained.</numerusform>
            <numerusform>%Ln words were checked since the model &apos;{0}&apos; was trained.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewController</name>
    <message numerus="yes">
        <source>%Ln image(s) marked as not a word.</source>
        <translation>
            <numerusform>%Ln image marked as not a word.</numerusform>
            <numerusform>%Ln images marked as not words.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were left out: they were changed since they were shown.</source>
        <translation>
            <numerusform>%Ln word was left out: it was changed since it was shown.</numerusform>
            <numerusform>%Ln words were left out: they were changed since they were shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewMessages</name>
    <message numerus="yes">
        <source>None of the %Ln unchecked word(s) fits “{0}”.</source>
        <translation>
            <numerusform>The only unchecked word does not fit “{0}”.</numerusform>
            <numerusform>None of the %Ln unchecked words fits “{0}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln word(s) fits “{0}”.</source>
        <translation>
            <numerusform>The only word does not fit “{0}”.</numerusform>
            <numerusform>None of the %Ln words fits “{0}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln word(s) are checked. Train a model to get suggestions.</source>
        <translation>
            <numerusform>The only word is checked. Train a model to get suggestions.</numerusform>
            <numerusform>All %Ln words are checked. Train a model to get suggestions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A person has checked all %Ln word(s) of this project.</source>
        <translation>
            <numerusform>A person has checked the only word of this project.</numerusform>
            <numerusform>A person has checked all %Ln words of this project.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) done in this session. All of it is saved.</source>
        <translation>
            <numerusform>%Ln word done in this session. It is saved.</numerusform>
            <numerusform>%Ln words done in this session. All of it is saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) marked as different, one by one.</source>
        <translation>
            <numerusform>%Ln word marked as different.</numerusform>
            <numerusform>%Ln words marked as different, one by one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of these words have no suggestion yet.</source>
        <translation>
            <numerusform>%Ln of these words has no suggestion yet.</numerusform>
            <numerusform>%Ln of these words have no suggestion yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewText</name>
    <message numerus="yes">
        <source>%Ln reader(s) read “{0}” without the word list; it is not in the list.</source>
        <translation>
            <numerusform>%Ln reader read “{0}” without the word list; it is not in the list.</numerusform>
            <numerusform>%Ln readers read “{0}” without the word list; it is not in the list.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, not in the word list, read without it by %Ln reader(s)</source>
        <translation>
            <numerusform>Candidate {0}: {1}, not in the word list, read without it by %Ln reader</numerusform>
            <numerusform>Candidate {0}: {1}, not in the word list, read without it by %Ln readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, not in the word list, distance {2}, spelled by %Ln reader(s)</source>
        <translation>
            <numerusform>Candidate {0}: {1}, not in the word list, distance {2}, spelled by %Ln reader</numerusform>
            <numerusform>Candidate {0}: {1}, not in the word list, distance {2}, spelled by %Ln readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, {2}, distance {3}, chosen by %Ln reader(s)</source>
        <translation>
            <numerusform>Candidate {0}: {1}, {2}, distance {3}, chosen by %Ln reader</numerusform>
            <numerusform>Candidate {0}: {1}, {2}, distance {3}, chosen by %Ln readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) left</source>
        <translation>
            <numerusform>%Ln word left</numerusform>
            <numerusform>%Ln words left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln other word(s)</source>
        <translation>
            <numerusform>and %Ln other word</numerusform>
            <numerusform>and %Ln other words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunsPanel</name>
    <message numerus="yes">
        <source>Delete %Ln training(s)? Curves, log and unfinished readers are lost; models are kept.</source>
        <translation>
            <numerusform>Delete %Ln training? Curves, log and unfinished readers are lost; models are kept.</numerusform>
            <numerusform>Delete %Ln trainings? Curves, log and unfinished readers are lost; models are kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionSummary</name>
    <message numerus="yes">
        <source>%Ln word(s) checked</source>
        <translation>
            <numerusform>%Ln word checked</numerusform>
            <numerusform>%Ln words checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln minute(s)</source>
        <translation>
            <numerusform>in %Ln minute</numerusform>
            <numerusform>in %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them corrected</source>
        <translation>
            <numerusform>%Ln of them corrected</numerusform>
            <numerusform>%Ln of them corrected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SingleWordView</name>
    <message numerus="yes">
        <source>Split into %Ln words (Enter)</source>
        <translation>
            <numerusform>Split into %Ln word (Enter)</numerusform>
            <numerusform>Split into %Ln words (Enter)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{0}” is %Ln words in one box.</source>
        <translation>
            <numerusform>“{0}” is %Ln word in one box.</numerusform>
            <numerusform>“{0}” is %Ln words in one box.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SizeText</name>
    <message numerus="yes">
        <source>If they erred independently, %Ln reader(s) would be enough, as estimated.</source>
        <translation>
            <numerusform>If they erred independently, %Ln reader would be enough, as estimated.</numerusform>
            <numerusform>If they erred independently, %Ln readers would be enough, as estimated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s) are estimated to be enough; there are {0}.</source>
        <translation>
            <numerusform>%Ln reader is estimated to be enough; there are {0}.</numerusform>
            <numerusform>%Ln readers are estimated to be enough; there are {0}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} readers like these are estimated to be enough; there are %Ln now.</source>
        <translation>
            <numerusform>{0} readers like these are estimated to be enough; there is %Ln now.</numerusform>
            <numerusform>{0} readers like these are estimated to be enough; there are %Ln now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Measured with all %Ln readers: {0} of wrong decisions, on {1} images of words trained on and {2} of new words. Expected of independent readers: {3}.</source>
        <translation>
            <numerusform>Measured with %Ln reader: {0} of wrong decisions, on {1} images of words trained on and {2} of new words. Expected of independent readers: {3}.</numerusform>
            <numerusform>Measured with all %Ln readers: {0} of wrong decisions, on {1} images of words trained on and {2} of new words. Expected of independent readers: {3}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On these images %Ln reader(s) reached the target; that proves nothing for other words.</source>
        <translation>
            <numerusform>On these images %Ln reader reached the target; that proves nothing for other words.</numerusform>
            <numerusform>On these images %Ln readers reached the target; that proves nothing for other words.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StarterOffer</name>
    <message numerus="yes">
        <source>The starter model has suggested readings for %Ln word(s). Check some of them.</source>
        <translation>
            <numerusform>The starter model has suggested a reading for %Ln word. Check it.</numerusform>
            <numerusform>The starter model has suggested readings for %Ln words. Check some of them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatisticsPanel</name>
    <message numerus="yes">
        <source>page(s)</source>
        <translation>
            <numerusform>page</numerusform>
            <numerusform>pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) on these pages or imported as word images</source>
        <translation>
            <numerusform>word on these pages or imported as a word image</numerusform>
            <numerusform>words on these pages or imported as word images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of these are word images without a page</source>
        <translation>
            <numerusform>of these is a word image without a page</numerusform>
            <numerusform>of these are word images without a page</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) checked by a person ({0} of all)</source>
        <translation>
            <numerusform>word checked by a person ({0} of all)</numerusform>
            <numerusform>words checked by a person ({0} of all)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>suggested: word(s) the model was trained on</source>
        <translation>
            <numerusform>suggested: word the model was trained on</numerusform>
            <numerusform>suggested: words the model was trained on</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>suggested: new word(s)</source>
        <translation>
            <numerusform>suggested: new word</numerusform>
            <numerusform>suggested: new words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>suggested: word(s) in no list</source>
        <translation>
            <numerusform>suggested: word in no list</numerusform>
            <numerusform>suggested: words in no list</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: {1}; %Ln with a transcription</source>
        <translation>
            <numerusform>{0}: {1}; %Ln with a transcription</numerusform>
            <numerusform>{0}: {1}; %Ln with a transcription</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>different word(s) among the transcriptions</source>
        <translation>
            <numerusform>different word among the transcriptions</numerusform>
            <numerusform>different words among the transcriptions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of them occur only once</source>
        <translation>
            <numerusform>of them occurs only once</numerusform>
            <numerusform>of them occur only once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) checked</source>
        <translation>
            <numerusform>word checked</numerusform>
            <numerusform>words checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of them were suggested otherwise</source>
        <translation>
            <numerusform>of them was suggested otherwise</numerusform>
            <numerusform>of them were suggested otherwise</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>minute(s), without long pauses</source>
        <translation>
            <numerusform>minute, without long pauses</numerusform>
            <numerusform>minutes, without long pauses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) by {0}</source>
        <translation>
            <numerusform>word by {0}</numerusform>
            <numerusform>words by {0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>words by %Ln more writer(s)</source>
        <translation>
            <numerusform>words by %Ln more writer</numerusform>
            <numerusform>words by %Ln more writers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) without a writer in the source</source>
        <translation>
            <numerusform>word without a writer in the source</numerusform>
            <numerusform>words without a writer in the source</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeOutDialog</name>
    <message numerus="yes">
        <source>%Ln page(s) chosen</source>
        <translation>
            <numerusform>%Ln page chosen</numerusform>
            <numerusform>%Ln pages chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message numerus="yes">
        <source>%Ln word(s) found</source>
        <translation>
            <numerusform>%Ln word found</numerusform>
            <numerusform>%Ln words found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThresholdPanel</name>
    <message numerus="yes">
        <source>Correct, of %Ln test word(s):</source>
        <translation>
            <numerusform>Correct, of %Ln test word:</numerusform>
            <numerusform>Correct, of %Ln test words:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestion(s) would change, {0} of them for unchecked words.</source>
        <translation>
            <numerusform>%Ln suggestion would change, {0} of them for unchecked words.</numerusform>
            <numerusform>%Ln suggestions would change, {0} of them for unchecked words.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestion(s) in no list stay at any threshold: they are spelled, not chosen.</source>
        <translation>
            <numerusform>%Ln suggestion in no list stays at any threshold: it is spelled, not chosen.</numerusform>
            <numerusform>%Ln suggestions in no list stay at any threshold: they are spelled, not chosen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This model has not read the %Ln test word(s) yet: Results measures it on them.</source>
        <translation>
            <numerusform>This model has not read the %Ln test word yet: Results measures it on it.</numerusform>
            <numerusform>This model has not read the %Ln test words yet: Results measures it on them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were voted on at other thresholds. Apply these to update them.</source>
        <translation>
            <numerusform>%Ln word was voted on at other thresholds. Apply these to update it.</numerusform>
            <numerusform>%Ln words were voted on at other thresholds. Apply these to update them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ThresholdsTab</name>
    <message numerus="yes">
        <source>The thresholds are in force. %Ln suggestion(s) changed; transcriptions are untouched.</source>
        <translation>
            <numerusform>The thresholds are in force. %Ln suggestion changed; transcriptions are untouched.</numerusform>
            <numerusform>The thresholds are in force. %Ln suggestions changed; transcriptions are untouched.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainCounts</name>
    <message numerus="yes">
        <source>%Ln reader(s)</source>
        <translation>
            <numerusform>%Ln reader</numerusform>
            <numerusform>%Ln readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finished reader(s)</source>
        <translation>
            <numerusform>%Ln finished reader</numerusform>
            <numerusform>%Ln finished readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of the word list have letters outside the alphabet &apos;{0}&apos;: {1}. Correct them, leave them out, or choose a wider alphabet (under Advanced, a part of Research).</source>
        <translation>
            <numerusform>%Ln word of the word list has letters outside the alphabet &apos;{0}&apos;: {1}. Correct it, leave it out, or choose a wider alphabet (under Advanced, a part of Research).</numerusform>
            <numerusform>%Ln words of the word list have letters outside the alphabet &apos;{0}&apos;: {1}. Correct them, leave them out, or choose a wider alphabet (under Advanced, a part of Research).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcribed image(s)</source>
        <translation>
            <numerusform>%Ln transcribed image</numerusform>
            <numerusform>%Ln transcribed images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %Ln word(s) of the word list, with {0}: {1}.</source>
        <translation>
            <numerusform>Left out: %Ln word of the word list, with {0}: {1}.</numerusform>
            <numerusform>Left out: %Ln words of the word list, with {0}: {1}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TranscriptionBar</name>
    <message numerus="yes">
        <source>%Ln word(s) are marked</source>
        <translation>
            <numerusform>%Ln word is marked</numerusform>
            <numerusform>%Ln words are marked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VotesTab</name>
    <message numerus="yes">
        <source>%Ln word(s) have a suggestion, {0} of them also a transcription.</source>
        <translation>
            <numerusform>%Ln word has a suggestion, {0} of them also a transcription.</numerusform>
            <numerusform>%Ln words have a suggestion, {0} of them also a transcription.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out: their stored votes are damaged.</source>
        <translation>
            <numerusform>%Ln left out: its stored votes are damaged.</numerusform>
            <numerusform>%Ln left out: their stored votes are damaged.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WholePages</name>
    <message numerus="yes">
        <source>On %n page(s) {0} of the characters and {1} of the words would have to be corrected.</source>
        <translation>
            <numerusform>On %n page {0} of the characters and {1} of the words would have to be corrected.</numerusform>
            <numerusform>On %n pages {0} of the characters and {1} of the words would have to be corrected.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WordDetection</name>
    <message numerus="yes">
        <source>%Ln box(es) kept</source>
        <translation>
            <numerusform>%Ln box kept</numerusform>
            <numerusform>%Ln boxes kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new word(s)</source>
        <translation>
            <numerusform>%Ln new word</numerusform>
            <numerusform>%Ln new words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchecked box(es) removed</source>
        <translation>
            <numerusform>%Ln unchecked box removed</numerusform>
            <numerusform>%Ln unchecked boxes removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WordSheet</name>
    <message numerus="yes">
        <source>%Ln word(s) are in {0}.</source>
        <translation>
            <numerusform>%Ln word is in {0}.</numerusform>
            <numerusform>%Ln words are in {0}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_ExportReport</name>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %Ln word(s); the first is {0}</source>
        <translation>
            <numerusform>Left out: %Ln word: {0}</numerusform>
            <numerusform>Left out: %Ln words; the first is {0}</numerusform>
        </translation>
    </message>
</context>
</TS>
