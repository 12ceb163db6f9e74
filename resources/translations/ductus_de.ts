<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>About Ductus</source>
        <translation>Über Ductus</translation>
    </message>
    <message>
        <source>Ductus {0}</source>
        <translation>Ductus {0}</translation>
    </message>
    <message>
        <source>Reads scanned handwriting word by word, and says how sure it is.</source>
        <translation>Liest gescannte Handschrift Wort für Wort und sagt, wie sicher die Lesung ist.</translation>
    </message>
    <message>
        <source>What the models of Ductus learnt from</source>
        <translation>Woraus die Modelle von Ductus gelernt haben</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>What the models learnt from</source>
        <translation>Woraus die Modelle gelernt haben</translation>
    </message>
    <message>
        <source>Libraries and licences</source>
        <translation>Bibliotheken und Lizenzen</translation>
    </message>
    <message>
        <source>{0} {1}.</source>
        <comment>so many words, in so many fonts</comment>
        <translation>{0} {1}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln different words</source>
        <translation>
            <numerusform>%Ln verschiedenes Wort</numerusform>
            <numerusform>%Ln verschiedene Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln handwriting fonts under open licences</source>
        <translation>
            <numerusform>in %Ln Handschrift-Schriftart unter freier Lizenz</numerusform>
            <numerusform>in %Ln Handschrift-Schriftarten unter freien Lizenzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Real handwriting, of which hands of its own were kept for tests:</source>
        <translation>Echte Handschriften, von denen eigene Hände für Tests zurückbehalten wurden:</translation>
    </message>
    <message numerus="yes">
        <source>%Ln drawn pages</source>
        <translation>
            <numerusform>%Ln gezeichneten Seite</numerusform>
            <numerusform>%Ln gezeichneten Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>The line finder, which marks the lines of a page, learnt from {0} and from real ones:</source>
        <translation>Der Zeilenfinder, der die Zeilen einer Seite markiert, hat aus {0} und aus echten gelernt:</translation>
    </message>
    <message>
        <source>The line finder, which marks the lines of a page, learnt from {0}.</source>
        <translation>Der Zeilenfinder, der die Zeilen einer Seite markiert, hat aus {0} gelernt.</translation>
    </message>
    <message>
        <source>The line reader, which spells whole lines, learnt from lines in fonts and from real ones:</source>
        <translation>Der Zeilenerkenner, der ganze Zeilen buchstabiert, hat aus Zeilen in Schriftarten und aus echten gelernt:</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pages</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hands</source>
        <translation>
            <numerusform>%Ln Hand</numerusform>
            <numerusform>%Ln Hände</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AccessibleWord</name>
    <message>
        <source>word without text</source>
        <translation>Wort ohne Text</translation>
    </message>
    <message>
        <source>not a word</source>
        <translation>kein Wort</translation>
    </message>
</context>
<context>
    <name>Adaptation</name>
    <message>
        <source>The adapted starter model is suggesting readings; you can go on working.</source>
        <translation>Das angepasste Startmodell erstellt Vorschläge; Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>The starter model is now adapting itself to this handwriting, which takes some minutes. Suggestions usually get better when it is done; you can go on working.</source>
        <translation>Das Startmodell passt sich jetzt an diese Handschrift an; das dauert einige Minuten. Danach werden die Vorschläge meist besser; Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>The starter model can adapt itself to this handwriting: it learns from its own surest suggestions. That needs no transcription and takes some minutes.</source>
        <translation>Das Startmodell kann sich an diese Handschrift anpassen: Es lernt aus seinen eigenen sichersten Vorschlägen. Das braucht keine Transkription und dauert einige Minuten.</translation>
    </message>
    <message>
        <source>Adapt to this handwriting</source>
        <translation>An diese Handschrift anpassen</translation>
    </message>
    <message numerus="yes">
        <source>The starter model has adapted itself to this handwriting: %Ln word(s) have another suggestion now.</source>
        <translation>
            <numerusform>Das Startmodell hat sich an diese Handschrift angepasst: %Ln Wort hat jetzt einen anderen Vorschlag.</numerusform>
            <numerusform>Das Startmodell hat sich an diese Handschrift angepasst: %Ln Wörter haben jetzt einen anderen Vorschlag.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>The suggestions stay as they are: adapted to this handwriting, the starter model reads fewer of the transcribed words correctly.</source>
        <translation>Die Vorschläge bleiben, wie sie sind: An diese Handschrift angepasst, liest das Startmodell weniger der transkribierten Wörter richtig.</translation>
    </message>
    <message>
        <source>The starter model stays as it was, and so do all suggestions.</source>
        <translation>Das Startmodell bleibt, wie es war, und ebenso alle Vorschläge.</translation>
    </message>
    <message>
        <source>The starter model could not adapt itself to this handwriting. All suggestions stay. {0}</source>
        <translation>Das Startmodell konnte sich nicht an diese Handschrift anpassen. Alle Vorschläge bleiben. {0}</translation>
    </message>
</context>
<context>
    <name>AddWordsPanel</name>
    <message>
        <source>Words to add</source>
        <translation>Hinzuzufügende Wörter</translation>
    </message>
    <message>
        <source>Type words</source>
        <translation>Wörter eingeben</translation>
    </message>
    <message>
        <source>Add to the list</source>
        <translation>Zur Liste hinzufügen</translation>
    </message>
    <message>
        <source>Add words from a file…</source>
        <translation>Wörter aus einer Datei hinzufügen …</translation>
    </message>
    <message>
        <source>Add a language…</source>
        <translation>Sprache hinzufügen …</translation>
    </message>
    <message>
        <source>Add transcribed words</source>
        <translation>Transkribierte Wörter hinzufügen</translation>
    </message>
    <message>
        <source>The model suggests only words of this list, including words that it was not trained on. Add the names of places and families that may occur, or they cannot be suggested.</source>
        <translation>Das Modell schlägt nur Wörter dieser Liste vor, auch solche, auf die es nicht trainiert wurde. Fügen Sie die Namen der Orte und Familien hinzu, die vorkommen können, sonst lassen sie sich nicht vorschlagen.</translation>
    </message>
    <message>
        <source>A text file in UTF-8: one word a line, or word, tab and how often it occurs.</source>
        <translation>Eine Textdatei in UTF-8: ein Wort je Zeile, oder Wort, Tabulator und Häufigkeit.</translation>
    </message>
    <message>
        <source>Adds the common words of a language, with how often they occur.</source>
        <translation>Fügt die häufigen Wörter einer Sprache mit ihrer Häufigkeit hinzu.</translation>
    </message>
    <message>
        <source>Adds every word that a person has transcribed.</source>
        <translation>Fügt jedes Wort hinzu, das ein Mensch transkribiert hat.</translation>
    </message>
    <message>
        <source>Words that may occur</source>
        <translation>Wörter, die vorkommen können</translation>
    </message>
</context>
<context>
    <name>Advanced</name>
    <message>
        <source>Reset all parameters</source>
        <translation>Alle Parameter zurücksetzen</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>The smallest with all letters</source>
        <translation>Das kleinste mit allen Buchstaben</translation>
    </message>
    <message>
        <source>Train on those that fit well</source>
        <translation>Auf gut passende trainieren</translation>
    </message>
    <message>
        <source>Train on all of them</source>
        <translation>Auf alle trainieren</translation>
    </message>
    <message>
        <source>Train on none of them</source>
        <translation>Auf keines trainieren</translation>
    </message>
    <message>
        <source>Leave out words with letters outside the alphabet</source>
        <translation>Wörter mit Buchstaben außerhalb des Alphabets weglassen</translation>
    </message>
    <message>
        <source>No earlier model</source>
        <translation>Kein früheres Modell</translation>
    </message>
    <message>
        <source>{0} (active)</source>
        <translation>{0} (aktiv)</translation>
    </message>
    <message>
        <source>&amp;Continue from</source>
        <translation>&amp;Fortsetzen von</translation>
    </message>
    <message>
        <source>&amp;Alphabet</source>
        <translation>&amp;Alphabet</translation>
    </message>
    <message>
        <source>Words aligned a&amp;utomatically</source>
        <translation>A&amp;utomatisch zugeordnete Wörter</translation>
    </message>
    <message>
        <source>Random &amp;seed</source>
        <translation>Zufallsstart&amp;wert</translation>
    </message>
    <message>
        <source>The cluster (Slurm)</source>
        <translation>Der Cluster (Slurm)</translation>
    </message>
    <message>
        <source>&amp;Where it runs</source>
        <translation>Ausführu&amp;ng auf</translation>
    </message>
    <message>
        <source>Model to continue from</source>
        <translation>Modell, von dem aus fortgesetzt wird</translation>
    </message>
    <message>
        <source>Its readers are trained further, which takes far fewer steps</source>
        <translation>Seine Erkenner werden weitertrainiert, was weit weniger Schritte braucht</translation>
    </message>
    <message>
        <source>Alphabet</source>
        <translation>Alphabet</translation>
    </message>
    <message>
        <source>Words aligned automatically</source>
        <translation>Automatisch zugeordnete Wörter</translation>
    </message>
    <message>
        <source>Words cut from the text of their line that nobody has confirmed; some may be cut wrongly</source>
        <translation>Wörter, die aus dem Text ihrer Zeile zugeordnet und von niemandem bestätigt wurden; manche können falsch geschnitten sein</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>Wo es ausgeführt wird</translation>
    </message>
    <message>
        <source>On the cluster all readers can be trained at the same time, each as a job of its own</source>
        <translation>Auf dem Cluster können alle Erkenner gleichzeitig trainiert werden, jeder als eigener Job</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Zufallsstartwert</translation>
    </message>
    <message>
        <source>The same seed on the same words gives the same readers</source>
        <translation>Derselbe Startwert ergibt mit denselben Wörtern dieselben Erkenner</translation>
    </message>
    <message numerus="yes">
        <source>%Ln parameter(s) changed.</source>
        <translation>
            <numerusform>%Ln Parameter geändert.</numerusform>
            <numerusform>%Ln Parameter geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing changed.</source>
        <translation>Nichts geändert.</translation>
    </message>
    <message>
        <source>Parameters of the preset &apos;{0}&apos;. {1} The paper&apos;s symbols stand in brackets.</source>
        <translation>Parameter der Voreinstellung „{0}“. {1} In Klammern stehen die Symbole des Artikels.</translation>
    </message>
</context>
<context>
    <name>AgreementDialog</name>
    <message>
        <source>Agreement of people</source>
        <translation>Übereinstimmung der Personen</translation>
    </message>
    <message>
        <source>Two people</source>
        <translation>Zwei Personen</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>Wird verglichen …</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Show the word</source>
        <translation>Wort zeigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Compared are the latest texts that each person typed or accepted. The figures say how reliable a reading is only where neither saw the other&apos;s.</source>
        <translation>Verglichen werden die letzten Texte, die jede Person eingegeben oder angenommen hat. Die Zahlen sagen nur dort, wie verlässlich eine Lesung ist, wo keiner die des anderen gesehen hat.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>No two people have transcribed the same word yet. Take out pages as a part without the transcriptions, let another person read them, and merge the part.</source>
        <translation>Noch keine zwei Personen haben dasselbe Wort transkribiert. Gliedern Sie Seiten als Teilprojekt ohne die Transkriptionen aus, lassen Sie sie von jemand anderem lesen und führen Sie das Teilprojekt zusammen.</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message numerus="yes">
        <source>{0} and {1} both transcribed %Ln word(s): {2} equally, {3} % (95 % interval {4} to {5} %).</source>
        <translation>
            <numerusform>{0} und {1} haben beide %Ln Wort transkribiert: {2} gleich, {3} % (95-%-Intervall {4} bis {5} %).</numerusform>
            <numerusform>{0} und {1} haben beide %Ln Wörter transkribiert: {2} gleich, {3} % (95-%-Intervall {4} bis {5} %).</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} % of the characters agree.</source>
        <translation>{0} % der Zeichen stimmen überein.</translation>
    </message>
    <message>
        <source>somebody without a name</source>
        <translation>jemand ohne Namen</translation>
    </message>
</context>
<context>
    <name>AlternativesPanel</name>
    <message>
        <source>People transcribed this word differently. Which is right?</source>
        <translation>Dieses Wort wurde verschieden transkribiert. Was ist richtig?</translation>
    </message>
    <message>
        <source>imported
{0}</source>
        <translation>importiert
{0}</translation>
    </message>
    <message>
        <source>somebody without a name</source>
        <translation>jemand ohne Namen</translation>
    </message>
</context>
<context>
    <name>Announcing</name>
    <message>
        <source>Saved: {0}</source>
        <translation>Gespeichert: {0}</translation>
    </message>
</context>
<context>
    <name>AuditPanel</name>
    <message>
        <source>Check the sample in Review</source>
        <translation>Stichprobe in der Prüfung prüfen</translation>
    </message>
    <message>
        <source>The suggestions of this model have no confidence.</source>
        <translation>Die Vorschläge dieses Modells haben keine Konfidenz.</translation>
    </message>
    <message>
        <source>Draw the sample</source>
        <translation>Stichprobe ziehen</translation>
    </message>
    <message>
        <source>Draw a new sample</source>
        <translation>Neue Stichprobe ziehen</translation>
    </message>
    <message>
        <source>There are no unchecked suggestions of this kind.</source>
        <translation>Es gibt keine ungeprüften Vorschläge dieser Art.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of {0} must be checked.</source>
        <translation>
            <numerusform>%Ln Wort von {0} muss geprüft werden.</numerusform>
            <numerusform>%Ln Wörter von {0} müssen geprüft werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sample to check</source>
        <translation>Zu prüfende Stichprobe</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) drawn on {0}, {1} of them checked. The result is shown when all are checked.</source>
        <translation>
            <numerusform>%Ln Wort am {0} gezogen, davon {1} geprüft. Das Ergebnis wird gezeigt, wenn alle geprüft sind.</numerusform>
            <numerusform>%Ln Wörter am {0} gezogen, davon {1} geprüft. Das Ergebnis wird gezeigt, wenn alle geprüft sind.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reliable enough to stop: at least {0} % are right.</source>
        <translation>Verlässlich genug, um aufzuhören: Mindestens {0} % sind richtig.</translation>
    </message>
    <message>
        <source>Not reliable enough: fewer than {0} % are right. Check more words, then train again.</source>
        <translation>Nicht verlässlich genug: Weniger als {0} % sind richtig. Prüfen Sie weitere Wörter und trainieren Sie dann erneut.</translation>
    </message>
    <message>
        <source>Not decided: {0} % lies within the margin. Draw a larger sample, with a smaller margin.</source>
        <translation>Nicht entschieden: {0} % liegt innerhalb der Spanne. Ziehen Sie eine größere Stichprobe mit kleinerer Spanne.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of the sample checked: {0} suggestions were right ({1} %).</source>
        <translation>
            <numerusform>%Ln Wort der Stichprobe geprüft: {0} Vorschläge waren richtig ({1} %).</numerusform>
            <numerusform>%Ln Wörter der Stichprobe geprüft: {0} Vorschläge waren richtig ({1} %).</numerusform>
        </translation>
    </message>
    <message>
        <source>Of all {0} that it was drawn from ({1}, model “{2}”, {3}), {4} to {5} % were right (exact 95 % interval).</source>
        <translation>Von allen {0}, aus denen sie gezogen wurde ({1}, Modell „{2}“, {3}), waren {4} bis {5} % richtig (exaktes 95-%-Intervall).</translation>
    </message>
    <message>
        <source>all unchecked suggestions</source>
        <translation>alle ungeprüften Vorschläge</translation>
    </message>
    <message>
        <source>confidence at least {0} %</source>
        <translation>Konfidenz mindestens {0} %</translation>
    </message>
    <message>
        <source>± {0} %</source>
        <translation>± {0} %</translation>
    </message>
    <message>
        <source>{0} % right</source>
        <translation>{0} % richtig</translation>
    </message>
    <message>
        <source>A random sample of the unchecked suggestions, checked word by word, shows how many of all are right.</source>
        <translation>Eine Zufallsstichprobe der ungeprüften Vorschläge, Wort für Wort geprüft, zeigt, wie viele von allen richtig sind.</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>Enough if</source>
        <translation>Genügt bei</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Stichprobenprüfung</translation>
    </message>
</context>
<context>
    <name>BackupChooser</name>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>Ductus backs up the transcriptions by itself. Restoring brings “{0}” back to the state of a backup: its words, transcriptions and word list. The present state is kept as a backup, so that you can return to it.</source>
        <translation>Ductus sichert die Transkriptionen von selbst. Das Wiederherstellen versetzt „{0}“ in den Stand einer Sicherung zurück: Wörter, Transkriptionen und Wortliste. Der jetzige Stand bleibt als Sicherung erhalten, sodass Sie zu ihm zurückkehren können.</translation>
    </message>
    <message>
        <source>Looking for backups …</source>
        <translation>Sicherungen werden gesucht …</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sicherungen</translation>
    </message>
    <message>
        <source>Restore this backup</source>
        <translation>Diese Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln backup(s)</source>
        <translation>
            <numerusform>%Ln Sicherung</numerusform>
            <numerusform>%Ln Sicherungen</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no backup yet.</source>
        <translation>Es gibt noch keine Sicherung.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln Transkription</numerusform>
            <numerusform>%Ln Transkriptionen</numerusform>
        </translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>(the state before a backup was restored)</source>
        <translation>(der Stand vor dem Wiederherstellen einer Sicherung)</translation>
    </message>
</context>
<context>
    <name>BackupDialog</name>
    <message>
        <source>Back up the project</source>
        <translation>Projekt sichern</translation>
    </message>
    <message>
        <source>Copying “{0}” to {1}. You can go on working.</source>
        <translation>„{0}“ wird nach {1} kopiert. Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>No backup was made. {0}</source>
        <translation>Es wurde keine Sicherung angelegt. {0}</translation>
    </message>
    <message>
        <source>The backup is complete: {0} and {1}.</source>
        <translation>Die Sicherung ist vollständig: {0} und {1}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln Transkription</numerusform>
            <numerusform>%Ln Transkriptionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>It is a project that can be opened like any other:</source>
        <translation>Sie ist ein Projekt, das sich wie jedes andere öffnen lässt:</translation>
    </message>
    <message numerus="yes">
        <source>The project and the backup share %Ln file(s) by hard link. To be safe if this disk fails, back up to another disk.</source>
        <translation>
            <numerusform>Projekt und Sicherung teilen sich %Ln Datei über einen Hardlink. Sichern Sie auf einen anderen Datenträger, um gegen einen Ausfall dieses Datenträgers geschützt zu sein.</numerusform>
            <numerusform>Projekt und Sicherung teilen sich %Ln Dateien über Hardlinks. Sichern Sie auf einen anderen Datenträger, um gegen einen Ausfall dieses Datenträgers geschützt zu sein.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) are only linked to the project; they are not in the backup.</source>
        <translation>
            <numerusform>%Ln Bild ist mit dem Projekt nur verknüpft; es ist nicht in der Sicherung.</numerusform>
            <numerusform>%Ln Bilder sind mit dem Projekt nur verknüpft; sie sind nicht in der Sicherung.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the project are missing or have changed. Check this project to see which.</source>
        <translation>
            <numerusform>%Ln Datei des Projekts fehlt oder hat sich geändert. Überprüfen Sie das Projekt, um zu sehen, welche.</numerusform>
            <numerusform>%Ln Dateien des Projekts fehlen oder haben sich geändert. Überprüfen Sie das Projekt, um zu sehen, welche.</numerusform>
        </translation>
    </message>
    <message>
        <source>Where should the backup go? Best is another disk</source>
        <translation>Wohin soll die Sicherung? Am besten auf einen anderen Datenträger</translation>
    </message>
    <message>
        <source>Back up here</source>
        <translation>Hierher sichern</translation>
    </message>
</context>
<context>
    <name>BoxEditing</name>
    <message>
        <source>Joined.</source>
        <translation>Verbunden.</translation>
    </message>
    <message>
        <source>Split in two.</source>
        <translation>In zwei geteilt.</translation>
    </message>
    <message>
        <source>The transcription is kept with the old box; Undo restores it.</source>
        <translation>Die Transkription bleibt beim alten Rahmen; Rückgängig stellt ihn wieder her.</translation>
    </message>
    <message>
        <source>Select a word first: click it, or press Ctrl+Right.</source>
        <translation>Wählen Sie zuerst ein Wort aus: durch Anklicken oder mit Strg+Rechts.</translation>
    </message>
    <message>
        <source>Select at least two words: click them with Ctrl, or drag with Shift around them.</source>
        <translation>Wählen Sie mindestens zwei Wörter aus: mit Strg anklicken oder mit Umschalt einen Rahmen darum ziehen.</translation>
    </message>
</context>
<context>
    <name>BoxOverlay</name>
    <message>
        <source>Box of the word</source>
        <translation>Rahmen des Worts</translation>
    </message>
</context>
<context>
    <name>Builders</name>
    <message>
        <source>Clear the field</source>
        <translation>Feld leeren</translation>
    </message>
</context>
<context>
    <name>CandidateList</name>
    <message>
        <source>Candidates: word, distance (smaller is nearer), readers that chose it</source>
        <translation>Kandidaten: Wort, Abstand (kleiner ist näher), Erkenner, die es gewählt haben</translation>
    </message>
    <message>
        <source>Candidates: key, word, distance (smaller is nearer), readers that chose it</source>
        <translation>Kandidaten: Taste, Wort, Abstand (kleiner ist näher), Erkenner, die es gewählt haben</translation>
    </message>
    <message>
        <source>No candidates: there is no suggestion for this word yet.</source>
        <translation>Keine Kandidaten: Für dieses Wort gibt es noch keinen Vorschlag.</translation>
    </message>
    <message>
        <source>{0} Type the transcription.</source>
        <translation>{0} Geben Sie die Transkription ein.</translation>
    </message>
    <message>
        <source>From the word list: Up and Down choose</source>
        <translation>Aus der Wortliste: Auf und Ab wählen</translation>
    </message>
    <message>
        <source>This word is in the word list; no longer one begins like it.</source>
        <translation>Dieses Wort steht in der Wortliste; kein längeres beginnt so.</translation>
    </message>
    <message>
        <source>No word of the word list begins like this; it is saved as you type it.</source>
        <translation>Kein Wort der Wortliste beginnt so; es wird so gespeichert, wie Sie es eingeben.</translation>
    </message>
    <message>
        <source>Its image is very similar to that of a word that a person has checked.</source>
        <translation>Sein Bild ist dem eines Worts sehr ähnlich, das ein Mensch geprüft hat.</translation>
    </message>
    <message>
        <source>The model has seen images of this word in training.</source>
        <translation>Das Modell hat im Training Bilder dieses Worts gesehen.</translation>
    </message>
    <message>
        <source>This word is in the word list, but the model has seen no image of it in training.</source>
        <translation>Dieses Wort steht in der Wortliste, aber das Modell hat im Training kein Bild davon gesehen.</translation>
    </message>
    <message>
        <source>Most readers treat the word as one that is in no list: these are the letters that they see. If you accept it, check every letter.</source>
        <translation>Die meisten Erkenner behandeln das Wort als eines, das in keiner Liste steht: Dies sind die Buchstaben, die sie sehen. Wenn Sie es annehmen, prüfen Sie jeden Buchstaben.</translation>
    </message>
    <message>
        <source>Read without the word list: these are the letters that the readers see. The word is not in the list. It has no distance to compare; check the image.</source>
        <translation>Ohne Wortliste gelesen: Dies sind die Buchstaben, die die Erkenner sehen. Das Wort steht nicht in der Liste. Es hat keinen vergleichbaren Abstand; prüfen Sie das Bild.</translation>
    </message>
</context>
<context>
    <name>CandidateRow</name>
    <message>
        <source>{0} ×</source>
        <translation>{0} ×</translation>
    </message>
    <message>
        <source>trained on</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>new word</source>
        <translation>neues Wort</translation>
    </message>
    <message>
        <source>not in list</source>
        <translation>nicht in Liste</translation>
    </message>
    <message>
        <source>look-alike</source>
        <translation>ähnliches Bild</translation>
    </message>
</context>
<context>
    <name>CanvasEditing</name>
    <message>
        <source>Nothing was changed: {0}</source>
        <translation>Nichts wurde geändert: {0}</translation>
    </message>
</context>
<context>
    <name>CardFigures</name>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>different word images</source>
        <translation>verschiedene Wortbilder</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Richtig</translation>
    </message>
    <message>
        <source>95 % interval in brackets</source>
        <translation>95-%-Intervall in Klammern</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>mean; 95 % interval in brackets</source>
        <translation>Mittel; 95-%-Intervall in Klammern</translation>
    </message>
    <message>
        <source>Wrong, yet sure</source>
        <translation>Falsch, aber sicher</translation>
    </message>
    <message>
        <source>share that is wrong at a confidence of 90 % or more; 95 % interval in brackets</source>
        <translation>falscher Anteil bei einer Konfidenz von 90 % oder mehr; 95-%-Intervall in Klammern</translation>
    </message>
    <message>
        <source>Test words by group</source>
        <translation>Testwörter nach Gruppen</translation>
    </message>
    <message>
        <source>Images set aside from training, by group</source>
        <translation>Vorenthaltene Bilder nach Gruppen</translation>
    </message>
    <message>
        <source>What decides between trained and new words</source>
        <translation>Was zwischen trainierten und neuen Wörtern entscheidet</translation>
    </message>
    <message>
        <source>Calibration of the confidence</source>
        <translation>Kalibrierung der Konfidenz</translation>
    </message>
    <message>
        <source>Intended use</source>
        <translation>Vorgesehene Verwendung</translation>
    </message>
    <message>
        <source>Training data and licences</source>
        <translation>Trainingsdaten und Lizenzen</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Kalibrierungsfehler</translation>
    </message>
    <message>
        <source>expected calibration error in ten bins; interval by resampling the images</source>
        <translation>erwarteter Kalibrierungsfehler in zehn Klassen; Intervall durch neues Ziehen der Bilder</translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation>Gemessen an</translation>
    </message>
    <message>
        <source>No gate</source>
        <translation>Kein Gate</translation>
    </message>
    <message>
        <source>One offset (stacking)</source>
        <translation>Ein Versatz (Stacking)</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>Gates</translation>
    </message>
    <message>
        <source>expected share of right words; in brackets the standard error of the gain over no gate</source>
        <translation>erwarteter Anteil richtiger Wörter; in Klammern der Standardfehler des Gewinns gegenüber keinem Gate</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Erkenner</translation>
    </message>
    <message>
        <source>Decides</source>
        <translation>Entscheidet</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Hands</source>
        <translation>Hände</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>test words</source>
        <translation>Testwörtern</translation>
    </message>
    <message>
        <source>images set aside</source>
        <translation>vorenthaltenen Bildern</translation>
    </message>
    <message>
        <source>The confidence was not fitted on images: it has no measured meaning.</source>
        <translation>Die Konfidenz wurde nicht an Bildern angepasst: Sie hat keine gemessene Bedeutung.</translation>
    </message>
    <message>
        <source>Not recorded by the version that made and measured this model.</source>
        <translation>Von der Version, die dieses Modell erstellt und gemessen hat, nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>0 is perfect: on average the confidence is off by this much.</source>
        <translation>0 ist vollkommen: Um so viel liegt die Konfidenz im Mittel daneben.</translation>
    </message>
    <message>
        <source>It assumes that {0} % of the words to be read are in no list.</source>
        <translation>Sie nimmt an, dass {0} % der zu lesenden Wörter in keiner Liste stehen.</translation>
    </message>
</context>
<context>
    <name>CardNames</name>
    <message>
        <source>Words trained on</source>
        <translation>Trainierte Wörter</translation>
    </message>
    <message>
        <source>New words</source>
        <translation>Neue Wörter</translation>
    </message>
    <message>
        <source>Words in no list</source>
        <translation>Wörter in keiner Liste</translation>
    </message>
    <message>
        <source>New words that the starter model met</source>
        <translation>Neue Wörter, die dem Startmodell begegnet sind</translation>
    </message>
    <message>
        <source>New words that it did not meet</source>
        <translation>Neue Wörter, die ihm nicht begegnet sind</translation>
    </message>
    <message>
        <source>Length in letters: {0}</source>
        <translation>Länge in Buchstaben: {0}</translation>
    </message>
    <message>
        <source>Images trained on: {0}</source>
        <translation>Bilder im Training: {0}</translation>
    </message>
    <message>
        <source>Writer: {0}</source>
        <translation>Schreiber: {0}</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Suggestions for single handwritten words of the hands it was trained on, to be checked by a person. Not for reading unchecked where errors do harm, for telling who wrote a text, or for hands it has not met.</source>
        <translation>Vorschläge für einzelne handgeschriebene Wörter der Hände, auf die es trainiert wurde, zur Prüfung durch einen Menschen. Nicht für ungeprüftes Lesen, wo Fehler schaden, nicht um zu bestimmen, wer einen Text geschrieben hat, und nicht für Hände, die ihm nicht begegnet sind.</translation>
    </message>
    <message>
        <source>It can spell words in no list.</source>
        <translation>Es kann Wörter in keiner Liste buchstabieren.</translation>
    </message>
    <message>
        <source>A word that is not in the word list cannot be read.</source>
        <translation>Ein Wort, das nicht in der Wortliste steht, lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The rights in the word images trained on are those of the project&apos;s scans and transcriptions; the model&apos;s file holds neither.</source>
        <translation>Die Rechte an den zum Training verwendeten Wortbildern sind die der Scans und Transkriptionen des Projekts; die Modelldatei enthält keines von beiden.</translation>
    </message>
    <message>
        <source>It began with random weights, or its file does not show otherwise.</source>
        <translation>Es begann mit zufälligen Gewichten, oder seine Datei zeigt nichts anderes.</translation>
    </message>
    <message numerus="yes">
        <source>The starter model read %Ln word image(s) of this project and learnt from the surest of its own readings, without transcriptions and without images of transcribed test words.</source>
        <translation>
            <numerusform>Das Startmodell las %Ln Wortbild dieses Projekts und lernte aus den sichersten eigenen Vorschlägen, ohne Transkriptionen und ohne Bilder transkribierter Testwörter.</numerusform>
            <numerusform>Das Startmodell las %Ln Wortbilder dieses Projekts und lernte aus den sichersten eigenen Vorschlägen, ohne Transkriptionen und ohne Bilder transkribierter Testwörter.</numerusform>
        </translation>
    </message>
    <message>
        <source>It began with the starter model, which learnt from {0} pictures of words in {1} fonts under open licences and from these collections:</source>
        <translation>Es begann mit dem Startmodell, das aus {0} Wortbildern in {1} Schriftarten unter freien Lizenzen und aus diesen Sammlungen gelernt hat:</translation>
    </message>
    <message>
        <source>Other hands, scans and ways of cutting words are likely to be read worse.</source>
        <translation>Andere Hände, Scans und Arten, Wörter zu schneiden, werden vermutlich schlechter gelesen.</translation>
    </message>
    <message>
        <source>Words of one page err together, so the true uncertainty is larger than the intervals.</source>
        <translation>Die Fehler bei Wörtern einer Seite hängen zusammen, daher ist die wahre Unsicherheit größer als die Intervalle.</translation>
    </message>
    <message numerus="yes">
        <source>Figures on new words rest on %Ln image(s) or more for each reader.</source>
        <translation>
            <numerusform>Zahlen zu neuen Wörtern beruhen auf mindestens %Ln Bild je Erkenner.</numerusform>
            <numerusform>Zahlen zu neuen Wörtern beruhen auf mindestens %Ln Bildern je Erkenner.</numerusform>
        </translation>
    </message>
    <message>
        <source>Set by the preset: what the thresholds were chosen for stands among the properties.</source>
        <translation>Von der Voreinstellung bestimmt: Wofür die Schwellen gewählt wurden, steht bei den Eigenschaften.</translation>
    </message>
    <message>
        <source>Each reader has the rule that is expected to read most words, tried on words set aside that are weighed as words to come: {0} of them new. No gate decides where no other rule gains more than chance.</source>
        <translation>Jeder Erkenner hat die Regel, die voraussichtlich die meisten Wörter liest, erprobt an vorenthaltenen Wörtern, die wie kommende Wörter gewichtet sind: {0} davon neu. Kein Gate entscheidet, wo keine andere Regel mehr als zufällig gewinnt.</translation>
    </message>
    <message>
        <source>Not measured. Measure the model in Results.</source>
        <translation>Nicht gemessen. Messen Sie das Modell unter Ergebnisse.</translation>
    </message>
    <message>
        <source>Measured by an earlier version, which did not record groups. Measure again in Results.</source>
        <translation>Von einer früheren Version gemessen, die keine Gruppen aufzeichnete. Messen Sie unter Ergebnisse erneut.</translation>
    </message>
    <message>
        <source>The vote of all readers, each as it decides; words in no list as on unread pages.</source>
        <translation>Die Abstimmung aller Erkenner, von denen jeder auf seine Weise entscheidet; Wörter in keiner Liste wie auf ungelesenen Seiten.</translation>
    </message>
    <message>
        <source>None: the model was not trained on transcriptions of this handwriting.</source>
        <translation>Keine: Das Modell wurde nicht auf Transkriptionen dieser Handschrift trainiert.</translation>
    </message>
    <message>
        <source>The model&apos;s file does not hold them: it was made by an earlier version.</source>
        <translation>Die Modelldatei enthält sie nicht: Sie stammt von einer früheren Version.</translation>
    </message>
    <message>
        <source>Each reader alone on images it was not trained on (X and X&apos;). Its threshold was chosen on them, so the figures are a little too good. Writers are numbered, since a model may go to other people.</source>
        <translation>Jeder Erkenner allein auf Bildern, auf die er nicht trainiert wurde (X und X′). Sein Schwellenwert wurde an ihnen gewählt, daher sind die Zahlen ein wenig zu gut. Schreiber sind nummeriert, da ein Modell weitergegeben werden kann.</translation>
    </message>
    <message>
        <source>By writer: not known, since the project names none.</source>
        <translation>Nach Schreibern: unbekannt, da das Projekt keine nennt.</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} bis {1}</translation>
    </message>
    <message>
        <source>{0} or more</source>
        <translation>{0} oder mehr</translation>
    </message>
</context>
<context>
    <name>CardTab</name>
    <message>
        <source>Copy the model card as Markdown</source>
        <translation>Modellkarte als Markdown kopieren</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Modellkarte</translation>
    </message>
    <message>
        <source>The readers</source>
        <translation>Die Erkenner</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Erkenner</translation>
    </message>
    <message>
        <source>Words it was trained on</source>
        <translation>Trainierte Wörter</translation>
    </message>
    <message>
        <source>W_s of this reader</source>
        <translation>W_s dieses Erkenners</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>Gates</translation>
    </message>
    <message>
        <source>n_k, its gate networks</source>
        <translation>n_k, die Zahl seiner Gate-Netze</translation>
    </message>
    <message>
        <source>Threshold trained</source>
        <translation>Schwellenwert</translation>
    </message>
    <message>
        <source>thres, chosen on X and X&apos;</source>
        <translation>thres, auf X und X′ gewählt</translation>
    </message>
    <message>
        <source>In force</source>
        <translation>In Kraft</translation>
    </message>
    <message>
        <source>thres, as used in this project</source>
        <translation>thres, wie in diesem Projekt verwendet</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Startwerte</translation>
    </message>
    <message>
        <source>Random seeds of split, embedder, gate and words</source>
        <translation>Zufallsstartwerte für Aufteilung, Einbettungsnetz, Gate und Wörter</translation>
    </message>
    <message>
        <source>{0} of {1}; training was stopped early</source>
        <translation>{0} von {1}; das Training wurde vorzeitig angehalten</translation>
    </message>
    <message>
        <source>no earlier model</source>
        <translation>kein früheres Modell</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Continues from</source>
        <translation>Setzt fort</translation>
    </message>
    <message>
        <source>Readers (L)</source>
        <translation>Erkenner (L)</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>Beginnt mit</translation>
    </message>
    <message>
        <source>Trained on</source>
        <translation>Trainiert mit</translation>
    </message>
    <message>
        <source>Different words (W_s)</source>
        <translation>Verschiedene Wörter (W_s)</translation>
    </message>
    <message>
        <source>Word list at that time</source>
        <translation>Damalige Wortliste</translation>
    </message>
    <message>
        <source>Alphabet</source>
        <translation>Alphabet</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Schwellenwerte</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Zufallsstartwert</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit der Rechnung</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>Data fingerprint</source>
        <translation>Prüfsumme der Daten</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message numerus="yes">
        <source>the starter model, adapted by %Ln image(s)</source>
        <translation>
            <numerusform>dem Startmodell, angepasst mit %Ln Bild</numerusform>
            <numerusform>dem Startmodell, angepasst mit %Ln Bildern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s), by its own readings</source>
        <translation>
            <numerusform>%Ln Wortbild, nach eigenen Vorschlägen</numerusform>
            <numerusform>%Ln Wortbilder, nach eigenen Vorschlägen</numerusform>
        </translation>
    </message>
    <message>
        <source>no word image of this project</source>
        <translation>keinem Wortbild dieses Projekts</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s)</source>
        <translation>
            <numerusform>%Ln Wortbild</numerusform>
            <numerusform>%Ln Wortbildern</numerusform>
        </translation>
    </message>
    <message>
        <source>none: its gate was not trained</source>
        <translation>keiner: Das Gate wurde nicht trainiert</translation>
    </message>
    <message>
        <source>set by hand in this project</source>
        <translation>in diesem Projekt von Hand gesetzt</translation>
    </message>
    <message>
        <source>chosen by training for {0}</source>
        <translation>im Training gewählt für {0}</translation>
    </message>
</context>
<context>
    <name>CheckDialog</name>
    <message>
        <source>Check this project</source>
        <translation>Projekt überprüfen</translation>
    </message>
    <message>
        <source>Checking the transcriptions, images and models of “{0}”. Nothing is changed.</source>
        <translation>Transkriptionen, Bilder und Modelle von „{0}“ werden überprüft. Nichts wird geändert.</translation>
    </message>
    <message>
        <source>The project is sound. {0}</source>
        <translation>Das Projekt ist in Ordnung. {0}</translation>
    </message>
    <message>
        <source>Harmless leftover files:</source>
        <translation>Unschädliche übrig gebliebene Dateien:</translation>
    </message>
    <message>
        <source>This project has errors. Nothing was changed. {0}</source>
        <translation>Dieses Projekt hat Fehler. Nichts wurde geändert. {0}</translation>
    </message>
    <message>
        <source>Save what can be read…</source>
        <translation>Lesbares retten …</translation>
    </message>
    <message>
        <source>{0} rescued</source>
        <translation>{0} gerettet</translation>
    </message>
    <message>
        <source>Where should they be saved?</source>
        <translation>Wo soll es gespeichert werden?</translation>
    </message>
    <message>
        <source>Checked {0}, {1} and {2}.</source>
        <translation>Überprüft: {0}, {1} und {2}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln model(s)</source>
        <translation>
            <numerusform>%Ln Modell</numerusform>
            <numerusform>%Ln Modelle</numerusform>
        </translation>
    </message>
    <message>
        <source>… and {0} more of these kinds.</source>
        <translation>… und {0} weitere dieser Arten.</translation>
    </message>
</context>
<context>
    <name>CollectionView</name>
    <message>
        <source>Import…</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>Wortliste</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Files to import</source>
        <translation>Dateien zum Importieren</translation>
    </message>
    <message>
        <source>Folder to import</source>
        <translation>Ordner zum Importieren</translation>
    </message>
    <message>
        <source>Words to add</source>
        <translation>Wörter zum Hinzufügen</translation>
    </message>
    <message>
        <source>Text (*.txt *.tsv *.lst);;All files (*)</source>
        <translation>Text (*.txt *.tsv *.lst);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All lines are cut into words already.</source>
        <translation>Alle Zeilen sind schon in Wörter geschnitten.</translation>
    </message>
    <message>
        <source>All pages already have words.</source>
        <translation>Alle Seiten haben schon Wörter.</translation>
    </message>
    <message>
        <source>Select pages first.</source>
        <translation>Wählen Sie zuerst Seiten aus.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are now for: {0}.</source>
        <translation>
            <numerusform>Verwendung von %Ln Wort ist jetzt: {0}.</numerusform>
            <numerusform>Verwendung von %Ln Wörtern ist jetzt: {0}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) were fetched and are pages now.</source>
        <translation>
            <numerusform>%Ln Bild wurde abgerufen und ist jetzt eine Seite.</numerusform>
            <numerusform>%Ln Bilder wurden abgerufen und sind jetzt Seiten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were left out.</source>
        <translation>
            <numerusform>%Ln Eintrag wurde ausgelassen.</numerusform>
            <numerusform>%Ln Einträge wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what was left out</source>
        <translation>Ausgelassenes zeigen</translation>
    </message>
    <message>
        <source>Show the notes</source>
        <translation>Hinweise zeigen</translation>
    </message>
    <message>
        <source>Cut into words…</source>
        <translation>In Wörter schneiden …</translation>
    </message>
    <message>
        <source>Show the reasons</source>
        <translation>Gründe zeigen</translation>
    </message>
    <message>
        <source>Import files…</source>
        <translation>Dateien importieren …</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Ordner importieren …</translation>
    </message>
    <message>
        <source>Import from an address (IIIF)…</source>
        <translation>Von einer Adresse importieren (IIIF) …</translation>
    </message>
    <message>
        <source>Filter the pages or search the word list</source>
        <translation>Seiten filtern oder Wortliste durchsuchen</translation>
    </message>
    <message>
        <source>Find words on pages without any</source>
        <translation>Wörter auf Seiten ohne Wörter finden</translation>
    </message>
    <message>
        <source>Cut lines into words</source>
        <translation>Zeilen in Wörter schneiden</translation>
    </message>
    <message>
        <source>Remove the selected pages from the project…</source>
        <translation>Ausgewählte Seiten aus dem Projekt entfernen …</translation>
    </message>
    <message>
        <source>Use the selected pages for: {0}</source>
        <translation>Ausgewählte Seiten verwenden für: {0}</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>{0} zeigen</translation>
    </message>
    <message>
        <source>Add words from a file to the word list…</source>
        <translation>Wörter aus einer Datei zur Wortliste hinzufügen …</translation>
    </message>
    <message>
        <source>Add the words of a language to the word list…</source>
        <translation>Wörter einer Sprache zur Wortliste hinzufügen …</translation>
    </message>
    <message>
        <source>Add all transcribed words to the word list</source>
        <translation>Alle transkribierten Wörter zur Wortliste hinzufügen</translation>
    </message>
    <message>
        <source>{0}, {1}, {2} of them checked</source>
        <translation>{0}, {1}, davon {2} geprüft</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were found. Their boxes can be corrected on the page.</source>
        <translation>
            <numerusform>%Ln Wort wurde gefunden. Sein Rahmen lässt sich auf der Seite korrigieren.</numerusform>
            <numerusform>%Ln Wörter wurden gefunden. Ihre Rahmen lassen sich auf der Seite korrigieren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) or page(s) stay as they are.</source>
        <translation>
            <numerusform>%Ln Zeile oder Seite bleibt, wie sie ist.</numerusform>
            <numerusform>%Ln Zeilen oder Seiten bleiben, wie sie sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new word(s). What you had checked, typed or drawn has stayed.</source>
        <translation>
            <numerusform>%Ln neues Wort. Was Sie geprüft, getippt oder gezeichnet hatten, ist geblieben.</numerusform>
            <numerusform>%Ln neue Wörter. Was Sie geprüft, getippt oder gezeichnet hatten, ist geblieben.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Results, and parameters that differ</source>
        <translation>Ergebnisse und abweichende Parameter</translation>
    </message>
    <message>
        <source>Run {0}</source>
        <translation>Training {0}</translation>
    </message>
</context>
<context>
    <name>CompletionPopup</name>
    <message>
        <source>No word of the word list begins like this.</source>
        <translation>Kein Wort der Wortliste beginnt so.</translation>
    </message>
    <message>
        <source>Choose {0} from the word list</source>
        <translation>{0} aus der Wortliste wählen</translation>
    </message>
</context>
<context>
    <name>CrashLog</name>
    <message>
        <source>Ductus closed unexpectedly. No transcription is lost: each was saved as it was typed. If it happens again, the log helps to find the cause.</source>
        <translation>Ductus wurde unerwartet geschlossen. Keine Transkription ist verloren: Jede wurde gespeichert, sobald sie eingegeben war. Wenn es wieder geschieht, hilft das Protokoll, die Ursache zu finden.</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>Protokoll zeigen</translation>
    </message>
    <message>
        <source>Ductus ran into an unexpected error ({0}). All transcriptions are saved and you can go on. Restart Ductus if this part no longer responds.</source>
        <translation>In Ductus trat ein unerwarteter Fehler auf ({0}). Alle Transkriptionen sind gespeichert, und Sie können weiterarbeiten. Starten Sie Ductus neu, wenn dieser Teil nicht mehr reagiert.</translation>
    </message>
</context>
<context>
    <name>DataPanel</name>
    <message>
        <source>transcribed words to train on</source>
        <translation>transkribierte Wörter zum Trainieren</translation>
    </message>
    <message>
        <source>different words among them</source>
        <translation>verschiedene Wörter darunter</translation>
    </message>
    <message>
        <source>occur only once</source>
        <translation>kommen nur einmal vor</translation>
    </message>
    <message>
        <source>words in the word list</source>
        <translation>Wörter in der Wortliste</translation>
    </message>
    <message>
        <source>of future words are probably missing there</source>
        <translation>künftiger Wörter fehlen dort vermutlich</translation>
    </message>
    <message>
        <source>Estimated from words that were transcribed only once and are in no list.</source>
        <translation>Geschätzt anhand der Wörter, die nur einmal transkribiert wurden und in keiner Liste stehen.</translation>
    </message>
    <message>
        <source>Edit the word list</source>
        <translation>Wortliste bearbeiten</translation>
    </message>
    <message>
        <source>Transcribe words</source>
        <translation>Wörter transkribieren</translation>
    </message>
</context>
<context>
    <name>DemoProject</name>
    <message>
        <source>The demo is training a model for its handwriting and then suggests readings for all pages. This takes a few minutes; look around meanwhile. You can stop it at any time, here or at the top.</source>
        <translation>Die Demo trainiert ein Modell auf ihre Handschrift und erstellt dann Vorschläge für alle Seiten. Das dauert einige Minuten; sehen Sie sich inzwischen um. Sie können es jederzeit anhalten, hier oder oben.</translation>
    </message>
    <message>
        <source>Stop the training</source>
        <translation>Training anhalten</translation>
    </message>
</context>
<context>
    <name>DeviceBox</name>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Looking for processors …</source>
        <translation>Prozessoren werden gesucht …</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Prozessor (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>Apple graphics (MPS)</source>
        <translation>Apple-Grafik (MPS)</translation>
    </message>
    <message>
        <source>Automatic: {0}</source>
        <translation>Automatisch: {0}</translation>
    </message>
    <message>
        <source>{0}: cannot be used</source>
        <translation>{0}: nicht verwendbar</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}.</source>
        <translation>{0} ist nicht verwendbar: {1}.</translation>
    </message>
</context>
<context>
    <name>DeviceProbe</name>
    <message>
        <source>The processors of this computer could not be listed: {0}</source>
        <translation>Die Prozessoren dieses Computers ließen sich nicht ermitteln: {0}</translation>
    </message>
    <message>
        <source>The times could not be measured: {0}</source>
        <translation>Die Zeiten ließen sich nicht messen: {0}</translation>
    </message>
</context>
<context>
    <name>DistanceSlider</name>
    <message>
        <source>Largest distance of the images shown</source>
        <translation>Größter Abstand der gezeigten Bilder</translation>
    </message>
    <message>
        <source>Largest distance between an image and the word. 0: exactly as the model expects the word to look.</source>
        <translation>Größter Abstand zwischen Bild und Wort. 0: genau so, wie das Modell das Wort erwartet.</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>{0} of {1} words, at any distance</source>
        <translation>{0} von {1} Wörtern, bei beliebigem Abstand</translation>
    </message>
    <message>
        <source>{0} of {1} words within a distance of {2}</source>
        <translation>{0} von {1} Wörtern bis zum Abstand {2}</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to begin a project with these files. Nothing is imported yet.</source>
        <translation>Ablegen, um mit diesen Dateien ein Projekt zu beginnen. Noch wird nichts importiert.</translation>
    </message>
    <message>
        <source>Drop to preview. Nothing is imported yet.</source>
        <translation>Ablegen für eine Vorschau. Noch wird nichts importiert.</translation>
    </message>
</context>
<context>
    <name>Duration</name>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} min</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} h {1} min</translation>
    </message>
    <message>
        <source>{0} days</source>
        <translation>{0} Tage</translation>
    </message>
</context>
<context>
    <name>EditNames</name>
    <message>
        <source>transcribe “{text}”</source>
        <translation>„{text}“ transkribieren</translation>
    </message>
    <message numerus="yes">
        <source>transcribe %Ln word(s) as “{text}”</source>
        <translation>
            <numerusform>%Ln Wort als „{text}“ transkribieren</numerusform>
            <numerusform>%Ln Wörter als „{text}“ transkribieren</numerusform>
        </translation>
    </message>
    <message>
        <source>clear the transcription</source>
        <translation>Transkription löschen</translation>
    </message>
    <message>
        <source>choose “{text}”</source>
        <translation>„{text}“ wählen</translation>
    </message>
    <message numerus="yes">
        <source>accept %Ln suggestion(s)</source>
        <translation>
            <numerusform>%Ln Vorschlag annehmen</numerusform>
            <numerusform>%Ln Vorschläge annehmen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>confirm %Ln aligned word(s)</source>
        <translation>
            <numerusform>%Ln zugeordnetes Wort bestätigen</numerusform>
            <numerusform>%Ln zugeordnete Wörter bestätigen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>confirm %Ln look-alike(s) as “{text}”</source>
        <translation>
            <numerusform>%Ln ähnliches Bild als „{text}“ bestätigen</numerusform>
            <numerusform>%Ln ähnliche Bilder als „{text}“ bestätigen</numerusform>
        </translation>
    </message>
    <message>
        <source>text of a line</source>
        <translation>Text einer Zeile</translation>
    </message>
    <message>
        <source>use for {role}</source>
        <translation>Verwendung: {role}</translation>
    </message>
    <message numerus="yes">
        <source>use %Ln page(s) for {role}</source>
        <translation>
            <numerusform>Verwendung von %Ln Seite: {role}</numerusform>
            <numerusform>Verwendung von %Ln Seiten: {role}</numerusform>
        </translation>
    </message>
    <message>
        <source>mark as not a word</source>
        <translation>als „kein Wort“ markieren</translation>
    </message>
    <message>
        <source>mark as a word</source>
        <translation>als Wort markieren</translation>
    </message>
    <message>
        <source>delete words</source>
        <translation>Wörter löschen</translation>
    </message>
    <message>
        <source>add words</source>
        <translation>Wörter hinzufügen</translation>
    </message>
    <message numerus="yes">
        <source>move %Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort verschieben</numerusform>
            <numerusform>%Ln Wörter verschieben</numerusform>
        </translation>
    </message>
    <message>
        <source>place words</source>
        <translation>Wörter platzieren</translation>
    </message>
    <message>
        <source>reading order</source>
        <translation>Lesereihenfolge</translation>
    </message>
    <message>
        <source>split a word</source>
        <translation>Wort teilen</translation>
    </message>
    <message>
        <source>join words</source>
        <translation>Wörter verbinden</translation>
    </message>
    <message>
        <source>find words on {page}</source>
        <translation>Wörter auf {page} finden</translation>
    </message>
    <message numerus="yes">
        <source>find words on %Ln page(s)</source>
        <translation>
            <numerusform>Wörter auf %Ln Seite finden</numerusform>
            <numerusform>Wörter auf %Ln Seiten finden</numerusform>
        </translation>
    </message>
    <message>
        <source>add lines</source>
        <translation>Zeilen hinzufügen</translation>
    </message>
    <message>
        <source>draw a line</source>
        <translation>Zeile zeichnen</translation>
    </message>
    <message numerus="yes">
        <source>move %Ln line(s)</source>
        <translation>
            <numerusform>%Ln Zeile verschieben</numerusform>
            <numerusform>%Ln Zeilen verschieben</numerusform>
        </translation>
    </message>
    <message>
        <source>join lines</source>
        <translation>Zeilen verbinden</translation>
    </message>
    <message>
        <source>split a line</source>
        <translation>Zeile teilen</translation>
    </message>
    <message numerus="yes">
        <source>delete %Ln line(s)</source>
        <translation>
            <numerusform>%Ln Zeile löschen</numerusform>
            <numerusform>%Ln Zeilen löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>order of lines</source>
        <translation>Reihenfolge der Zeilen</translation>
    </message>
    <message numerus="yes">
        <source>align %Ln line(s) again</source>
        <translation>
            <numerusform>%Ln Zeile neu zuordnen</numerusform>
            <numerusform>%Ln Zeilen neu zuordnen</numerusform>
        </translation>
    </message>
    <message>
        <source>place the words of a line</source>
        <translation>Wörter einer Zeile setzen</translation>
    </message>
    <message numerus="yes">
        <source>add %Ln word(s) of {language}</source>
        <translation>
            <numerusform>%Ln Wort hinzufügen ({language})</numerusform>
            <numerusform>%Ln Wörter hinzufügen ({language})</numerusform>
        </translation>
    </message>
    <message>
        <source>remove the words of {language}</source>
        <translation>Wörter entfernen ({language})</translation>
    </message>
    <message numerus="yes">
        <source>add %Ln word(s) to the list</source>
        <translation>
            <numerusform>%Ln Wort zur Liste hinzufügen</numerusform>
            <numerusform>%Ln Wörter zur Liste hinzufügen</numerusform>
        </translation>
    </message>
    <message>
        <source>remove words from the list</source>
        <translation>Wörter aus der Liste entfernen</translation>
    </message>
    <message>
        <source>remove all word images</source>
        <translation>alle Wortbilder entfernen</translation>
    </message>
    <message>
        <source>remove page {page}</source>
        <translation>Seite {page} entfernen</translation>
    </message>
    <message numerus="yes">
        <source>remove %Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite entfernen</numerusform>
            <numerusform>%Ln Seiten entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>remove page {page} and all word images</source>
        <translation>Seite {page} und alle Wortbilder entfernen</translation>
    </message>
    <message numerus="yes">
        <source>remove %Ln page(s) and all word images</source>
        <translation>
            <numerusform>%Ln Seite und alle Wortbilder entfernen</numerusform>
            <numerusform>%Ln Seiten und alle Wortbilder entfernen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>import %Ln word(s) ({format})</source>
        <translation>
            <numerusform>%Ln Wort importieren ({format})</numerusform>
            <numerusform>%Ln Wörter importieren ({format})</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>import %Ln page(s) ({format})</source>
        <translation>
            <numerusform>%Ln Seite importieren ({format})</numerusform>
            <numerusform>%Ln Seiten importieren ({format})</numerusform>
        </translation>
    </message>
    <message>
        <source>merge the part {part}</source>
        <translation>Teilprojekt {part} zusammenführen</translation>
    </message>
    <message>
        <source>name ZIP files</source>
        <translation>ZIP-Dateien benennen</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>Transcription of the word</source>
        <translation>Transkription des Worts</translation>
    </message>
    <message>
        <source>Not transcribed yet</source>
        <translation>Noch nicht transkribiert</translation>
    </message>
    <message>
        <source>Type the transcription</source>
        <translation>Transkription eingeben</translation>
    </message>
    <message>
        <source>Up and Down choose from the word list.</source>
        <translation>Auf und Ab wählen aus der Wortliste.</translation>
    </message>
    <message>
        <source>The model&apos;s candidates. Distance: smaller is nearer.</source>
        <translation>Kandidaten des Modells. Abstand: kleiner ist näher.</translation>
    </message>
    <message>
        <source>Alt and its number chooses a candidate. Distance: smaller is nearer.</source>
        <translation>Alt und seine Nummer wählt einen Kandidaten. Abstand: kleiner ist näher.</translation>
    </message>
    <message>
        <source>Not in list: spelled without the word list, and not in the list.</source>
        <translation>Nicht in Liste: ohne die Wortliste buchstabiert und nicht darin enthalten.</translation>
    </message>
    <message>
        <source>Enter or Tab next · Esc closes</source>
        <translation>Eingabe oder Tab weiter · Esc schließt</translation>
    </message>
    <message>
        <source>Enter saves and goes on · Tab next · Esc cancels</source>
        <translation>Eingabe speichert und geht weiter · Tab weiter · Esc bricht ab</translation>
    </message>
    <message>
        <source>not in list</source>
        <translation>nicht in Liste</translation>
    </message>
    <message>
        <source>Choose candidate {0}: {1}</source>
        <translation>Kandidat {0} wählen: {1}</translation>
    </message>
    <message>
        <source>{0}, not in the word list</source>
        <translation>{0}, nicht in der Wortliste</translation>
    </message>
    <message numerus="yes">
        <source>{0}: read without the word list by %Ln reader(s); it is not in the list</source>
        <translation>
            <numerusform>{0}: von %Ln Erkenner ohne die Wortliste gelesen; steht nicht in der Liste</numerusform>
            <numerusform>{0}: von %Ln Erkennern ohne die Wortliste gelesen; steht nicht in der Liste</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: not in the word list; spelled so by %Ln reader(s), least distance {1}</source>
        <translation>
            <numerusform>{0}: nicht in der Wortliste; von %Ln Erkenner so buchstabiert, kleinster Abstand {1}</numerusform>
            <numerusform>{0}: nicht in der Wortliste; von %Ln Erkennern so buchstabiert, kleinster Abstand {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: chosen by %Ln reader(s), least distance {1}</source>
        <translation>
            <numerusform>{0}: von %Ln Erkenner gewählt, kleinster Abstand {1}</numerusform>
            <numerusform>{0}: von %Ln Erkennern gewählt, kleinster Abstand {1}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>ExcerptView</name>
    <message>
        <source>The word on its page</source>
        <translation>Das Wort auf seiner Seite</translation>
    </message>
    <message>
        <source>There is no image of this word. {0}</source>
        <translation>Von diesem Wort gibt es kein Bild. {0}</translation>
    </message>
    <message>
        <source>Loading the page …</source>
        <translation>Seite wird geladen …</translation>
    </message>
</context>
<context>
    <name>ExplanationText</name>
    <message>
        <source>No reader found a word: the word list was empty at that time.</source>
        <translation>Kein Erkenner hat ein Wort gefunden: Die Wortliste war zu dieser Zeit leer.</translation>
    </message>
    <message>
        <source>The line reader, which sees the whole line, reads “{0}”.</source>
        <translation>Der Zeilenerkenner, der die ganze Zeile sieht, liest „{0}“.</translation>
    </message>
    <message>
        <source>Alone the word image reads “{0}”; with its line it reads “{1}”.</source>
        <translation>Allein gelesen heißt das Wortbild „{0}“; mit seiner Zeile heißt es „{1}“.</translation>
    </message>
    <message>
        <source>The only reader suggests “{0}”.</source>
        <translation>Der einzige Erkenner schlägt „{0}“ vor.</translation>
    </message>
    <message>
        <source>All {0} readers suggest “{1}”.</source>
        <translation>Alle {0} Erkenner schlagen „{1}“ vor.</translation>
    </message>
    <message>
        <source>Each of the {0} readers suggests another word; “{1}” wins because it is nearest to the image (distance {2}; the next, “{3}”, {4}).</source>
        <translation>Jeder der {0} Erkenner schlägt ein anderes Wort vor; „{1}“ gewinnt, weil es dem Bild am nächsten ist (Abstand {2}; das nächste, „{3}“, {4}).</translation>
    </message>
    <message>
        <source>A tie: “{0}” and {1} have {2} votes each. “{0}” wins because it is nearer to the image (distance {3} against {4}).</source>
        <translation>Stimmengleichheit: „{0}“ und {1} haben je {2} Stimmen. „{0}“ gewinnt, weil es dem Bild näher ist (Abstand {3} gegen {4}).</translation>
    </message>
    <message>
        <source>“{0}” ({1})</source>
        <translation>„{0}“ ({1})</translation>
    </message>
    <message>
        <source>{0} of {1} readers suggest “{2}”; the others: {3}.</source>
        <translation>{0} von {1} Erkennern schlagen „{2}“ vor; die übrigen: {3}.</translation>
    </message>
    <message>
        <source>{0} of {1} readers, the most but no majority, suggest “{2}”; the others: {3}.</source>
        <translation>{0} von {1} Erkennern, die meisten, aber keine Mehrheit, schlagen „{2}“ vor; die übrigen: {3}.</translation>
    </message>
    <message>
        <source>The only reader treats it as a word in no list and spells it “{0}”.</source>
        <translation>Der einzige Erkenner behandelt es als Wort in keiner Liste und buchstabiert es „{0}“.</translation>
    </message>
    <message>
        <source>All {0} readers treat it as a word in no list and spell it “{1}”.</source>
        <translation>Alle {0} Erkenner behandeln es als Wort in keiner Liste und buchstabieren es „{1}“.</translation>
    </message>
    <message>
        <source>{0} of {1} readers treat it as a word in no list and spell it “{2}”.</source>
        <translation>{0} von {1} Erkennern behandeln es als Wort in keiner Liste und buchstabieren es „{2}“.</translation>
    </message>
    <message>
        <source>{0} of {1} readers treat it as a word in no list and spell it “{2}”; the others: {3}.</source>
        <translation>{0} von {1} Erkennern behandeln es als Wort in keiner Liste und buchstabieren es „{2}“; die übrigen: {3}.</translation>
    </message>
    <message>
        <source>Spelled as a word in no list: {0}. That is not more than half of the readers, so the words of the list were put to the vote.</source>
        <translation>Als Wort in keiner Liste buchstabiert: {0}. Das ist nicht mehr als die Hälfte der Erkenner, daher wurde über die Wörter der Liste abgestimmt.</translation>
    </message>
    <message>
        <source>This is the starter model: it was not trained on transcribed words of this project and chose from the whole word list.</source>
        <translation>Dies ist das Startmodell: Es wurde nicht auf transkribierten Wörtern dieses Projekts trainiert und wählte aus der ganzen Wortliste.</translation>
    </message>
    <message>
        <source>Every reader treats it as a word it was trained on.</source>
        <translation>Jeder Erkenner behandelt es als trainiertes Wort.</translation>
    </message>
    <message>
        <source>The readers disagree: {0} of {1} treat it as a word they were trained on, {2} as a new word.</source>
        <translation>Die Erkenner sind uneins: {0} von {1} behandeln es als trainiertes, {2} als neues Wort.</translation>
    </message>
    <message>
        <source>Every reader treats it as a new word.</source>
        <translation>Jeder Erkenner behandelt es als neues Wort.</translation>
    </message>
    <message>
        <source>The model as a whole was trained on “{0}”, but each reader leaves out some of the training words.</source>
        <translation>Das Modell als Ganzes wurde auf „{0}“ trainiert, aber jeder Erkenner lässt einige der Trainingswörter aus.</translation>
    </message>
    <message>
        <source>Thresholds do not change the spelling of a word in no list.</source>
        <translation>Schwellenwerte ändern nicht, wie ein Wort in keiner Liste buchstabiert wird.</translation>
    </message>
    <message>
        <source>The readers disagree: {0} of {1} treat it as a word in no list, {2} as a word they were trained on, {3} as a new word.</source>
        <translation>Die Erkenner sind uneins: {0} von {1} behandeln es als Wort in keiner Liste, {2} als trainiertes, {3} als neues Wort.</translation>
    </message>
    <message>
        <source>Reader {0} decided narrowly: {1} of {2} votes for “trained on”; {3} are needed.</source>
        <translation>Erkenner {0} entschied knapp: {1} von {2} Stimmen für „trainiert“; {3} sind nötig.</translation>
    </message>
    <message>
        <source>The opposite decision would have given “{0}”.</source>
        <translation>Die umgekehrte Entscheidung hätte „{0}“ ergeben.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more reader(s) decided as narrowly.</source>
        <translation>
            <numerusform>%Ln weiterer Erkenner entschied ebenso knapp.</numerusform>
            <numerusform>%Ln weitere Erkenner entschieden ebenso knapp.</numerusform>
        </translation>
    </message>
    <message>
        <source>The transcription is the same.</source>
        <translation>Die Transkription lautet ebenso.</translation>
    </message>
    <message>
        <source>The transcription is “{0}”.</source>
        <translation>Die Transkription lautet „{0}“.</translation>
    </message>
    <message>
        <source>That word is not in the word list: readers can only spell it.</source>
        <translation>Dieses Wort steht nicht in der Wortliste: Erkenner können es nur buchstabieren.</translation>
    </message>
    <message>
        <source>That word is not in the word list, so no reader could suggest it. Add it, then suggest readings again.</source>
        <translation>Dieses Wort steht nicht in der Wortliste, daher konnte kein Erkenner es vorschlagen. Fügen Sie es hinzu und lassen Sie erneut Vorschläge erstellen.</translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} suggested that word but were outvoted.</source>
        <translation>
            <numerusform>Erkenner {0} schlug dieses Wort vor, wurde aber überstimmt.</numerusform>
            <numerusform>Die Erkenner {0} schlugen dieses Wort vor, wurden aber überstimmt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} had that word on the other side: only the gate was wrong.</source>
        <translation>
            <numerusform>Erkenner {0} hatte dieses Wort auf der anderen Seite: Nur das Gate irrte.</numerusform>
            <numerusform>Die Erkenner {0} hatten dieses Wort auf der anderen Seite: Nur das Gate irrte.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} treated it as a word in no list and spelled another one.</source>
        <translation>
            <numerusform>Erkenner {0} behandelte es als Wort in keiner Liste und buchstabierte ein anderes.</numerusform>
            <numerusform>Die Erkenner {0} behandelten es als Wort in keiner Liste und buchstabierten ein anderes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} looked on the correct side but found another word nearer.</source>
        <translation>
            <numerusform>Erkenner {0} suchte auf der richtigen Seite, fand aber ein anderes Wort näher.</numerusform>
            <numerusform>Die Erkenner {0} suchten auf der richtigen Seite, fanden aber ein anderes Wort näher.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0}: the gate was wrong, and so was its best word on the correct side.</source>
        <translation>
            <numerusform>Erkenner {0}: Das Gate irrte, und auch sein bestes Wort auf der richtigen Seite war falsch.</numerusform>
            <numerusform>Erkenner {0}: Das Gate irrte, und auch ihr bestes Wort auf der richtigen Seite war falsch.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export transcriptions</source>
        <translation>Transkriptionen exportieren</translation>
    </message>
    <message>
        <source>Loading the preview…</source>
        <translation>Vorschau wird geladen …</translation>
    </message>
    <message>
        <source>{0}, {1}: {2} transcribed by a person, {3} filled in by the model, {4} empty.</source>
        <translation>{0}, {1}: {2} von Menschen transkribiert, {3} vom Modell ergänzt, {4} leer.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s) without a page are left out: this format holds pages only.</source>
        <translation>
            <numerusform>%Ln Wortbild ohne Seite wird ausgelassen: Dieses Format enthält nur Seiten.</numerusform>
            <numerusform>%Ln Wortbilder ohne Seite werden ausgelassen: Dieses Format enthält nur Seiten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter a file or folder to write to.</source>
        <translation>Geben Sie eine Datei oder einen Ordner als Ziel an.</translation>
    </message>
    <message>
        <source>Enter the whole path, from the root of the disk.</source>
        <translation>Geben Sie den ganzen Pfad an, von der Wurzel des Datenträgers aus.</translation>
    </message>
    <message>
        <source>This file exists and will be replaced.</source>
        <translation>Diese Datei gibt es schon; sie wird ersetzt.</translation>
    </message>
    <message>
        <source>This folder exists; files in it with the same names will be replaced.</source>
        <translation>Diesen Ordner gibt es schon; gleichnamige Dateien darin werden ersetzt.</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>File or folder to write to</source>
        <translation>Datei oder Ordner als Ziel</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>One zip file with the images</source>
        <translation>Eine ZIP-Datei mit den Bildern</translation>
    </message>
    <message>
        <source>TIFF and JPEG 2000 images as PNG, for programs in the browser, such as eScriptorium</source>
        <translation>TIFF- und JPEG-2000-Bilder als PNG, für Programme im Browser wie eScriptorium</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Of all pages</source>
        <translation>Von allen Seiten</translation>
    </message>
    <message numerus="yes">
        <source>Of the %Ln selected pages only</source>
        <translation>
            <numerusform>Nur von der %Ln ausgewählten Seite</numerusform>
            <numerusform>Nur von den %Ln ausgewählten Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>With suggestions that nobody has checked</source>
        <translation>Mit Vorschlägen, die niemand geprüft hat</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>Folder:</source>
        <translation>Ordner:</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Filter of the words to review</source>
        <translation>Filter für die zu prüfenden Wörter</translation>
    </message>
    <message>
        <source>Filter: for instance  unseen conf&lt;0.6 page:12 text:/ment$/</source>
        <translation>Filter: zum Beispiel  unseen conf&lt;0.6 page:12 text:/ung$/</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter by clicking (Alt+F)</source>
        <translation>Filtern durch Klicken (Alt+F)</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Saved views (Alt+V)</source>
        <translation>Gespeicherte Ansichten (Alt+V)</translation>
    </message>
    <message>
        <source>Save these words as a list to print (PDF)…</source>
        <translation>Diese Wörter als Liste zum Drucken speichern (PDF)…</translation>
    </message>
    <message>
        <source>Brightness and contrast of the scan (Alt+B)</source>
        <translation>Helligkeit und Kontrast des Scans (Alt+B)</translation>
    </message>
    <message>
        <source>Help on the filter</source>
        <translation>Hilfe zum Filter</translation>
    </message>
    <message>
        <source>Only unchecked words</source>
        <translation>Nur ungeprüfte Wörter</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>Einzeln</translation>
    </message>
    <message>
        <source>One word at a time (Ctrl+M changes)</source>
        <translation>Ein Wort nach dem anderen (Strg+M wechselt)</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>All words with the same suggestion at once (Ctrl+M changes)</source>
        <translation>Alle Wörter mit demselben Vorschlag auf einmal (Strg+M wechselt)</translation>
    </message>
</context>
<context>
    <name>FilterHelp</name>
    <message>
        <source>Help on the filter</source>
        <translation>Hilfe zum Filter</translation>
    </message>
    <message>
        <source>the text contains these letters, in either case; use “…” around letters with spaces</source>
        <translation>der Text enthält diese Buchstaben, groß oder klein; bei Leerzeichen gerade Anführungszeichen darum setzen</translation>
    </message>
    <message>
        <source>transcribed by a person: typed, accepted from the model, either</source>
        <translation>von einem Menschen transkribiert: eingegeben, vom Modell angenommen, eines von beiden</translation>
    </message>
    <message>
        <source>cut from the text of its line automatically, and not confirmed yet</source>
        <translation>automatisch aus dem Text der Zeile zugeordnet und noch nicht bestätigt</translation>
    </message>
    <message>
        <source>suggested by the model and not checked; neither suggested nor checked</source>
        <translation>vom Modell vorgeschlagen und nicht geprüft; weder vorgeschlagen noch geprüft</translation>
    </message>
    <message>
        <source>suggested: a word the model was trained on, a new word, a word in no list, or one with a low confidence</source>
        <translation>vorgeschlagen: ein trainiertes Wort, ein neues Wort, ein Wort in keiner Liste oder eines mit niedriger Konfidenz</translation>
    </message>
    <message>
        <source>the vote of the model&apos;s readers is a tie</source>
        <translation>Stimmengleichheit unter den Erkennern des Modells</translation>
    </message>
    <message>
        <source>transcribed differently by people whose parts were merged, and not decided yet</source>
        <translation>von Personen, deren Teilprojekte zusammengeführt wurden, verschieden transkribiert und noch nicht entschieden</translation>
    </message>
    <message>
        <source>the sample that was drawn in Insight, to audit the suggestions</source>
        <translation>die Stichprobe, die unter Analyse gezogen wurde, um die Vorschläge zu prüfen</translation>
    </message>
    <message>
        <source>the model&apos;s confidence from 0 to 1 (without one, the share of its readers that agree, if it has several); also &amp;lt;= &amp;gt; &amp;gt;= =</source>
        <translation>die Konfidenz des Modells von 0 bis 1 (ohne sie der Anteil seiner Erkenner, die übereinstimmen, wenn es mehrere hat); auch &amp;lt;= &amp;gt; &amp;gt;= =</translation>
    </message>
    <message>
        <source>readers that agree, distance from the word, letters</source>
        <translation>übereinstimmende Erkenner, Abstand vom Wort, Buchstaben</translation>
    </message>
    <message>
        <source>pages by number or by name</source>
        <translation>Seiten nach Nummer oder Name</translation>
    </message>
    <message>
        <source>the whole text; * stands for any letters, ? for one</source>
        <translation>der ganze Text; * steht für beliebige Buchstaben, ? für einen</translation>
    </message>
    <message>
        <source>a regular expression; pred: instead of text: searches the suggestions</source>
        <translation>ein regulärer Ausdruck; pred: statt text: durchsucht die Vorschläge</translation>
    </message>
    <message>
        <source>the use of the word; its writer; the model of the suggestion</source>
        <translation>die Verwendung des Worts; sein Schreiber; das Modell des Vorschlags</translation>
    </message>
    <message>
        <source>a minus or “not” before a term: the words that it does not match</source>
        <translation>ein Minus oder „not“ vor einem Begriff: die Wörter, auf die er nicht zutrifft</translation>
    </message>
    <message>
        <source>all terms must match; “or” joins the two terms beside it</source>
        <translation>alle Begriffe müssen zutreffen; „or“ verbindet die beiden Begriffe daneben</translation>
    </message>
</context>
<context>
    <name>FilterPanel</name>
    <message>
        <source>Filter by clicking</source>
        <translation>Filtern durch Klicken</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>its text; * stands for any letters</source>
        <translation>sein Text; * für beliebige Buchstaben</translation>
    </message>
    <message>
        <source>&amp;Clear the filter</source>
        <translation>Filter &amp;leeren</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>&amp;Seite</translation>
    </message>
    <message>
        <source>C&amp;onfidence</source>
        <translation>K&amp;onfidenz</translation>
    </message>
    <message>
        <source>&amp;Word</source>
        <translation>&amp;Wort</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>The typed filter is not complete. {0}</source>
        <translation>Der eingegebene Filter ist nicht vollständig. {0}</translation>
    </message>
    <message>
        <source>The typed filter combines terms that cannot be shown here; they stay as they are.</source>
        <translation>Der eingegebene Filter verbindet Begriffe, die sich hier nicht zeigen lassen; sie bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>any page</source>
        <translation>jede Seite</translation>
    </message>
    <message>
        <source>below 50 %</source>
        <translation>unter 50 %</translation>
    </message>
    <message>
        <source>50 to 80 %</source>
        <translation>50 bis 80 %</translation>
    </message>
    <message>
        <source>80 to 95 %</source>
        <translation>80 bis 95 %</translation>
    </message>
    <message>
        <source>95 % and more</source>
        <translation>95 % und mehr</translation>
    </message>
    <message>
        <source>any confidence</source>
        <translation>jede Konfidenz</translation>
    </message>
    <message>
        <source>as typed</source>
        <translation>wie eingegeben</translation>
    </message>
    <message>
        <source>as typed: {0}</source>
        <translation>wie eingegeben: {0}</translation>
    </message>
</context>
<context>
    <name>GraphicsCard</name>
    <message>
        <source>The disk has no room for it: {0} GB are needed. Make room, then look again.</source>
        <translation>Auf dem Datenträger ist kein Platz dafür: {0} GB sind nötig. Schaffen Sie Platz und sehen Sie dann erneut nach.</translation>
    </message>
    <message>
        <source>Ductus uses the graphics card already. Nothing has to be installed.</source>
        <translation>Ductus verwendet die Grafikkarte schon. Es muss nichts installiert werden.</translation>
    </message>
    <message>
        <source>Ductus uses the graphics card.</source>
        <translation>Ductus verwendet die Grafikkarte.</translation>
    </message>
    <message>
        <source>The graphics card cannot be used; Ductus uses the processor. The reason: {0}.</source>
        <translation>Die Grafikkarte ist nicht verwendbar; Ductus verwendet den Prozessor. Der Grund: {0}.</translation>
    </message>
    <message>
        <source>Ductus uses the processor. Another build of PyTorch, the library that it computes with, can be installed for this card. Nothing is fetched before you press the button.</source>
        <translation>Ductus verwendet den Prozessor. Für diese Karte lässt sich eine andere Ausgabe von PyTorch installieren, der Bibliothek, mit der es rechnet. Bevor Sie die Schaltfläche drücken, wird nichts abgerufen.</translation>
    </message>
    <message>
        <source>No graphics card was found that Ductus can use. It uses the processor.</source>
        <translation>Es wurde keine Grafikkarte gefunden, die Ductus verwenden kann. Es verwendet den Prozessor.</translation>
    </message>
    <message>
        <source>Ductus can only use graphics cards of NVIDIA. It uses the processor.</source>
        <translation>Ductus kann nur Grafikkarten von NVIDIA verwenden. Es verwendet den Prozessor.</translation>
    </message>
    <message>
        <source>The graphics card has no driver of NVIDIA. Install it with your system&apos;s tools, then look again.</source>
        <translation>Der Grafikkarte fehlt der Treiber von NVIDIA. Installieren Sie ihn mit den Werkzeugen Ihres Systems und sehen Sie dann erneut nach.</translation>
    </message>
    <message>
        <source>The driver of the graphics card is too old. Install version {1} or a later one, then look again.</source>
        <translation>Der Treiber der Grafikkarte ist zu alt. Installieren Sie Version {1} oder eine spätere und sehen Sie dann erneut nach.</translation>
    </message>
    <message>
        <source>The graphics card is too old for this version of PyTorch. Ductus uses the processor.</source>
        <translation>Die Grafikkarte ist zu alt für diese Version von PyTorch. Ductus verwendet den Prozessor.</translation>
    </message>
    <message>
        <source>For this system no PyTorch for graphics cards is known that could be installed.</source>
        <translation>Für dieses System ist kein PyTorch für Grafikkarten bekannt, das sich installieren ließe.</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Grafikkarte</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>{0}, uses the card</source>
        <translation>{0}, verwendet die Karte</translation>
    </message>
    <message>
        <source>{0}, uses the processor</source>
        <translation>{0}, verwendet den Prozessor</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>To fetch</source>
        <translation>Abzurufen</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} GB</translation>
    </message>
    <message>
        <source>{0} GB in {1}, where {2} GB are free</source>
        <translation>{0} GB in {1}, wo {2} GB frei sind</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>Auf dem Datenträger</translation>
    </message>
    <message>
        <source>Fetched so far</source>
        <translation>Bisher abgerufen</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Installiert</translation>
    </message>
    <message>
        <source>{0} GB in {1}</source>
        <translation>{0} GB in {1}</translation>
    </message>
    <message>
        <source>{0}, {1} GB</source>
        <translation>{0}, {1} GB</translation>
    </message>
</context>
<context>
    <name>GraphicsCardDialog</name>
    <message>
        <source>Use a graphics card</source>
        <translation>Grafikkarte verwenden</translation>
    </message>
    <message>
        <source>Fetched from (package index)</source>
        <translation>Abgerufen von (Paketverzeichnis)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Fetch and install</source>
        <translation>Abrufen und installieren</translation>
    </message>
    <message>
        <source>Use the processor again</source>
        <translation>Wieder Prozessor verwenden</translation>
    </message>
    <message>
        <source>Removing it …</source>
        <translation>Wird entfernt …</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Erneut nachsehen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Looking at this computer …</source>
        <translation>Dieser Computer wird untersucht …</translation>
    </message>
    <message>
        <source>Fetching and installing. You can go on working.</source>
        <translation>Wird abgerufen und installiert. Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>Trying it on the card …</source>
        <translation>Wird auf der Karte ausprobiert …</translation>
    </message>
    <message>
        <source>{0} of {1} MB</source>
        <translation>{0} von {1} MB</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Wird angehalten …</translation>
    </message>
</context>
<context>
    <name>GroupDelegate</name>
    <message>
        <source>No image</source>
        <translation>Kein Bild</translation>
    </message>
</context>
<context>
    <name>GroupListModel</name>
    <message>
        <source>done  {0}</source>
        <translation>fertig  {0}</translation>
    </message>
</context>
<context>
    <name>GroupModel</name>
    <message>
        <source>{0}: marked as different</source>
        <translation>{0}: als abweichend markiert</translation>
    </message>
</context>
<context>
    <name>GroupView</name>
    <message>
        <source>Remove the mark as different</source>
        <translation>Markierung „abweichend“ entfernen</translation>
    </message>
    <message>
        <source>Mark as different</source>
        <translation>Als abweichend markieren</translation>
    </message>
    <message>
        <source>Not a word</source>
        <translation>Kein Wort</translation>
    </message>
    <message>
        <source>Check it by itself</source>
        <translation>Einzeln prüfen</translation>
    </message>
    <message>
        <source>Show on page</source>
        <translation>Auf der Seite zeigen</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
    <message>
        <source>Confirm {0}, leave out {1}</source>
        <translation>{0} bestätigen, {1} auslassen</translation>
    </message>
    <message>
        <source>Confirm all {0}</source>
        <translation>Alle {0} bestätigen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln not a word</source>
        <translation>
            <numerusform>%Ln kein Wort</numerusform>
            <numerusform>%Ln kein Wort</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %Ln different</source>
        <translation>
            <numerusform>%Ln abweichendes prüfen</numerusform>
            <numerusform>%Ln abweichende prüfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Every word of this group is done.</source>
        <translation>Jedes Wort dieser Gruppe ist erledigt.</translation>
    </message>
    <message>
        <source>Click or Space marks a word as different; Enter, after the last image, confirms the others.</source>
        <translation>Klick oder Leertaste markiert ein Wort als abweichend; Eingabe nach dem letzten Bild bestätigt die übrigen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s) have this suggestion.</source>
        <translation>
            <numerusform>%Ln Wortbild hat diesen Vorschlag.</numerusform>
            <numerusform>%Ln Wortbilder haben diesen Vorschlag.</numerusform>
        </translation>
    </message>
    <message>
        <source>Mark the crossed-out images as not a word: blots, rules (Alt+N)</source>
        <translation>Die durchgestrichenen Bilder als „kein Wort“ markieren: Kleckse, Linien (Alt+N)</translation>
    </message>
    <message>
        <source>Groups of words with the same suggestion</source>
        <translation>Gruppen von Wörtern mit demselben Vorschlag</translation>
    </message>
    <message>
        <source>Images of the words of this group</source>
        <translation>Bilder der Wörter dieser Gruppe</translation>
    </message>
    <message>
        <source>Confirm the rest of the group</source>
        <translation>Rest der Gruppe bestätigen</translation>
    </message>
    <message>
        <source>Next group</source>
        <translation>Nächste Gruppe</translation>
    </message>
    <message>
        <source>Previous group</source>
        <translation>Vorige Gruppe</translation>
    </message>
    <message>
        <source>Check the different words one by one</source>
        <translation>Die abweichenden Wörter einzeln prüfen</translation>
    </message>
</context>
<context>
    <name>GuideBrowser</name>
    <message>
        <source>Page of the guide</source>
        <translation>Seite des Handbuchs</translation>
    </message>
</context>
<context>
    <name>GuideWindow</name>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>Handbuch durchsuchen</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>Zurück (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>Vorwärts (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Contents (Alt+Home)</source>
        <translation>Inhalt (Alt+Pos1)</translation>
    </message>
    <message>
        <source>Found in the guide</source>
        <translation>Im Handbuch gefunden</translation>
    </message>
    <message>
        <source>Contents of the guide</source>
        <translation>Inhalt des Handbuchs</translation>
    </message>
    <message>
        <source>Nothing in the guide contains all of these words.</source>
        <translation>Keine Stelle des Handbuchs enthält all diese Wörter.</translation>
    </message>
    <message>
        <source>{0} is a document of the source code of Ductus; it is not installed.</source>
        <translation>{0} ist ein Dokument des Quelltexts von Ductus; es ist nicht installiert.</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Export transcriptions (Ctrl+E)</source>
        <translation>Transkriptionen exportieren (Strg+E)</translation>
    </message>
    <message>
        <source>Find a command (Ctrl+K)</source>
        <translation>Befehl suchen (Strg+K)</translation>
    </message>
    <message>
        <source>Past messages (Ctrl+Shift+N)</source>
        <translation>Frühere Meldungen (Strg+Umschalt+N)</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Guide (F1)</source>
        <translation>Handbuch (F1)</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message>
        <source>Model: {0} (for an earlier word list)</source>
        <translation>Modell: {0} (für eine frühere Wortliste)</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>Modell: {0}</translation>
    </message>
    <message>
        <source>{0}: project menu</source>
        <translation>{0}: Projektmenü</translation>
    </message>
</context>
<context>
    <name>IiifDialog</name>
    <message>
        <source>Import from an address (IIIF)</source>
        <translation>Von einer Adresse importieren (IIIF)</translation>
    </message>
    <message>
        <source>Address or file of the manifest</source>
        <translation>Adresse oder Datei des Manifests</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Datei wählen …</translation>
    </message>
    <message>
        <source>Only these images</source>
        <translation>Nur diese Bilder</translation>
    </message>
    <message>
        <source>all, or for example 1-20,25</source>
        <translation>alle, oder zum Beispiel 1-20,25</translation>
    </message>
    <message>
        <source>Show the contents</source>
        <translation>Inhalt zeigen</translation>
    </message>
    <message>
        <source>Progress of fetching</source>
        <translation>Fortschritt des Abrufs</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Fetch the images</source>
        <translation>Bilder abrufen</translation>
    </message>
    <message>
        <source>Reading the manifest. No image is fetched yet.</source>
        <translation>Manifest wird gelesen. Noch wird kein Bild abgerufen.</translation>
    </message>
    <message>
        <source>There is nothing to fetch.</source>
        <translation>Es gibt nichts abzurufen.</translation>
    </message>
    <message>
        <source>Nothing is fetched yet. Check that the licence allows your use.</source>
        <translation>Noch wird nichts abgerufen. Prüfen Sie, ob die Lizenz Ihre Nutzung erlaubt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) to fetch</source>
        <translation>
            <numerusform>%Ln Bild abzurufen</numerusform>
            <numerusform>%Ln Bilder abzurufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already in the project</source>
        <translation>
            <numerusform>%Ln schon im Projekt</numerusform>
            <numerusform>%Ln schon im Projekt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot be fetched</source>
        <translation>
            <numerusform>%Ln nicht abrufbar</numerusform>
            <numerusform>%Ln nicht abrufbar</numerusform>
        </translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Attribution</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %Ln image(s), {1} MB</source>
        <translation>
            <numerusform>{0} von %Ln Bild, {1} MB</numerusform>
            <numerusform>{0} von %Ln Bildern, {1} MB</numerusform>
        </translation>
    </message>
    <message>
        <source>Importing the images…</source>
        <translation>Bilder werden importiert …</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Close; fetching goes on</source>
        <translation>Schließen; der Abruf läuft weiter</translation>
    </message>
    <message>
        <source>This starts when the running job has ended.</source>
        <translation>Beginnt, sobald der laufende Vorgang beendet ist.</translation>
    </message>
    <message>
        <source>Waiting for the server…</source>
        <translation>Warten auf den Server …</translation>
    </message>
    <message>
        <source>IIIF manifests (*.json);;All files (*)</source>
        <translation>IIIF-Manifeste (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>Manifest</translation>
    </message>
    <message>
        <source>Libraries and archives publish scans with an IIIF manifest. Enter its address, or choose a manifest that you have as a file.</source>
        <translation>Bibliotheken und Archive veröffentlichen Scans mit einem IIIF-Manifest. Geben Sie dessen Adresse ein oder wählen Sie ein Manifest, das Sie als Datei haben.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
</context>
<context>
    <name>ImagePanel</name>
    <message>
        <source>Word images by similarity to the word, the most similar first</source>
        <translation>Wortbilder nach Ähnlichkeit mit dem Wort, die ähnlichsten zuerst</translation>
    </message>
    <message>
        <source>Find a word by how it looks</source>
        <translation>Ein Wort nach seinem Aussehen finden</translation>
    </message>
    <message>
        <source>Type any word, whether or not it is in the word list. The most similar word images are shown here. Mark those that show the word and confirm them all at once.</source>
        <translation>Geben Sie ein beliebiges Wort ein, ob es in der Wortliste steht oder nicht. Hier erscheinen die ähnlichsten Wortbilder. Markieren Sie die, die das Wort zeigen, und bestätigen Sie sie alle auf einmal.</translation>
    </message>
    <message>
        <source>Searching by image needs a trained model</source>
        <translation>Die Bildsuche braucht ein trainiertes Modell</translation>
    </message>
    <message>
        <source>A model learns from your transcriptions what any word looks like, even a new one. It can then compare every word image of the collection with the word that you type.</source>
        <translation>Ein Modell lernt aus Ihren Transkriptionen, wie ein Wort aussieht, sogar ein neues. Dann kann es jedes Wortbild der Sammlung mit dem eingegebenen Wort vergleichen.</translation>
    </message>
    <message>
        <source>Go to Train</source>
        <translation>Zum Training</translation>
    </message>
    <message>
        <source>Mark or unmark the word</source>
        <translation>Markierung des Worts setzen oder entfernen</translation>
    </message>
    <message>
        <source>Mark all words shown</source>
        <translation>Alle gezeigten Wörter markieren</translation>
    </message>
    <message>
        <source>Mark none</source>
        <translation>Keine markieren</translation>
    </message>
    <message>
        <source>Confirm the marked words</source>
        <translation>Markierte Wörter bestätigen</translation>
    </message>
    <message>
        <source>There are no words yet</source>
        <translation>Es gibt noch keine Wörter</translation>
    </message>
    <message>
        <source>Import pages or word images into the collection, then search them here.</source>
        <translation>Importieren Sie Seiten oder Wortbilder in die Sammlung und durchsuchen Sie sie dann hier.</translation>
    </message>
    <message>
        <source>Go to Collection</source>
        <translation>Zur Sammlung</translation>
    </message>
    <message>
        <source>Suggest readings</source>
        <translation>Vorschläge erstellen</translation>
    </message>
    <message>
        <source>The model has not processed the word images yet</source>
        <translation>Das Modell hat die Wortbilder noch nicht verarbeitet</translation>
    </message>
    <message numerus="yes">
        <source>“{0}” must process each word image once (%Ln word(s)). It also suggests readings for unchecked words; transcriptions are not changed.</source>
        <translation>
            <numerusform>„{0}“ muss jedes Wortbild einmal verarbeiten (%Ln Wort). Es erstellt auch Vorschläge für ungeprüfte Wörter; Transkriptionen bleiben unverändert.</numerusform>
            <numerusform>„{0}“ muss jedes Wortbild einmal verarbeiten (%Ln Wörter). Es erstellt auch Vorschläge für ungeprüfte Wörter; Transkriptionen bleiben unverändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The image most similar to “{0}” has a distance of {1}. It may show another word.</source>
        <translation>Das Bild, das „{0}“ am ähnlichsten ist, hat einen Abstand von {1}. Es zeigt vielleicht ein anderes Wort.</translation>
    </message>
    <message>
        <source>No image is similar enough</source>
        <translation>Kein Bild ist ähnlich genug</translation>
    </message>
    <message>
        <source>Show the most similar</source>
        <translation>Das ähnlichste zeigen</translation>
    </message>
    <message>
        <source>This search is not possible</source>
        <translation>Diese Suche ist nicht möglich</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) set to “{0}”.</source>
        <translation>
            <numerusform>%Ln Wort auf „{0}“ gesetzt.</numerusform>
            <numerusform>%Ln Wörter auf „{0}“ gesetzt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln had this transcription already.</source>
        <translation>
            <numerusform>%Ln hatte diese Transkription schon.</numerusform>
            <numerusform>%Ln hatten diese Transkription schon.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln keep their transcriptions.</source>
        <translation>
            <numerusform>%Ln behält seine Transkription.</numerusform>
            <numerusform>%Ln behalten ihre Transkriptionen.</numerusform>
        </translation>
    </message>
    <message>
        <source>distance {0}</source>
        <translation>Abstand {0}</translation>
    </message>
</context>
<context>
    <name>ImagesElsewhereButton</name>
    <message>
        <source>Choose the folder with the images of the transcriptions</source>
        <translation>Ordner mit den Bildern der Transkriptionen wählen</translation>
    </message>
    <message>
        <source>Folder with the images</source>
        <translation>Ordner mit den Bildern</translation>
    </message>
</context>
<context>
    <name>Import</name>
    <message>
        <source>All that can be imported</source>
        <translation>Alles, was sich importieren lässt</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Transcriptions</source>
        <translation>Transkriptionen</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Zip files</source>
        <translation>ZIP-Dateien</translation>
    </message>
    <message>
        <source>IIIF manifests</source>
        <translation>IIIF-Manifeste</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Alle Dateien</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>Automatisch erkennen</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Format of the source</source>
        <translation>Format der Quelle</translation>
    </message>
    <message>
        <source>Transcriptions to import</source>
        <translation>Zu importierende Transkriptionen</translation>
    </message>
    <message>
        <source>Transcriptions</source>
        <translation>Transkriptionen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Reading the source. Nothing is imported yet.</source>
        <translation>Die Quelle wird gelesen. Noch wird nichts importiert.</translation>
    </message>
    <message>
        <source>Images are looked for in {0}.</source>
        <translation>Bilder werden in {0} gesucht.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) will be left out:</source>
        <translation>
            <numerusform>%Ln Eintrag wird ausgelassen:</numerusform>
            <numerusform>%Ln Einträge werden ausgelassen:</numerusform>
        </translation>
    </message>
    <message>
        <source>Notes:</source>
        <translation>Hinweise:</translation>
    </message>
    <message>
        <source>{0}
Nothing was changed. Choose another format above, or another source.</source>
        <translation>{0}
Nichts wurde geändert. Wählen Sie oben ein anderes Format oder eine andere Quelle.</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
</context>
<context>
    <name>ImportOptions</name>
    <message>
        <source>Use of the words</source>
        <translation>Verwendung der Wörter</translation>
    </message>
    <message>
        <source>Share for testing</source>
        <translation>Anteil zum Testen</translation>
    </message>
    <message>
        <source>Copy the images into the project</source>
        <translation>Bilder in das Projekt kopieren</translation>
    </message>
    <message>
        <source>The images stay where they are. If they are moved or renamed, their words cannot be shown.</source>
        <translation>Die Bilder bleiben, wo sie sind. Werden sie verschoben oder umbenannt, lassen sich ihre Wörter nicht zeigen.</translation>
    </message>
    <message>
        <source>Suggest readings with the starter model</source>
        <translation>Mit dem Startmodell Vorschläge erstellen</translation>
    </message>
    <message>
        <source>Language of the writing</source>
        <translation>Sprache der Schrift</translation>
    </message>
    <message>
        <source>Second language of the writing</source>
        <translation>Zweite Sprache der Schrift</translation>
    </message>
    <message>
        <source>and no other</source>
        <translation>und keine andere</translation>
    </message>
    <message>
        <source>and {0}</source>
        <translation>und {0}</translation>
    </message>
    <message>
        <source>Their common words go into the word list; suggestions are chosen among them.</source>
        <translation>Ihre häufigen Wörter kommen in die Wortliste; aus ihnen werden die Vorschläge gewählt.</translation>
    </message>
    <message>
        <source>Training, with a share for testing</source>
        <translation>Training, mit einem Anteil zum Testen</translation>
    </message>
    <message>
        <source>As given in the source</source>
        <translation>Wie in der Quelle angegeben</translation>
    </message>
    <message>
        <source>Use these pages for…</source>
        <translation>Diese Seiten verwenden für …</translation>
    </message>
    <message>
        <source>Use these words for…</source>
        <translation>Diese Wörter verwenden für …</translation>
    </message>
    <message>
        <source>of the pages</source>
        <translation>der Seiten</translation>
    </message>
    <message>
        <source>of the words</source>
        <translation>der Wörter</translation>
    </message>
    <message>
        <source>File names contain the transcriptions (such as {0})</source>
        <translation>Dateinamen enthalten die Transkriptionen (wie {0})</translation>
    </message>
    <message>
        <source>File names contain the transcriptions</source>
        <translation>Dateinamen enthalten die Transkriptionen</translation>
    </message>
    <message numerus="yes">
        <source>Find the words on the %Ln pages that have none</source>
        <translation>
            <numerusform>Wörter auf der %Ln Seite ohne Wörter finden</numerusform>
            <numerusform>Wörter auf den %Ln Seiten ohne Wörter finden</numerusform>
        </translation>
    </message>
    <message>
        <source>Cut lines into words</source>
        <translation>Zeilen in Wörter schneiden</translation>
    </message>
    <message numerus="yes">
        <source>Cut lines into words, and find the words on the %Ln pages without lines</source>
        <translation>
            <numerusform>Zeilen in Wörter schneiden und Wörter auf der %Ln Seite ohne Zeilen finden</numerusform>
            <numerusform>Zeilen in Wörter schneiden und Wörter auf den %Ln Seiten ohne Zeilen finden</numerusform>
        </translation>
    </message>
    <message>
        <source>A random share is kept from training, to measure the model.</source>
        <translation>Ein zufälliger Anteil wird vom Training ausgenommen, um das Modell zu messen.</translation>
    </message>
    <message>
        <source>Words without a use in the source are for training.</source>
        <translation>Wörter ohne Verwendung in der Quelle dienen dem Training.</translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message>
        <source>Found: {0}.</source>
        <translation>Gefunden: {0}.</translation>
    </message>
    <message>
        <source>{0}, {1} of them without marked words.</source>
        <translation>{0}, davon {1} ohne markierte Wörter.</translation>
    </message>
    <message>
        <source>{0}, all with marked words.</source>
        <translation>{0}, alle mit markierten Wörtern.</translation>
    </message>
    <message>
        <source>{0}: {1} transcribed ({2} different), {3} not yet.</source>
        <translation>{0}: {1} transkribiert ({2} verschiedene), {3} noch nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) without words.</source>
        <translation>
            <numerusform>%Ln Zeile ohne Wörter.</numerusform>
            <numerusform>%Ln Zeilen ohne Wörter.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import {0}</source>
        <translation>{0} importieren</translation>
    </message>
    <message>
        <source>{0}: {1}, {2}, ground truth</source>
        <translation>{0}: {1}, {2}, Ground Truth</translation>
    </message>
    <message>
        <source>{0}: {1}, {2}</source>
        <translation>{0}: {1}, {2}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln Datei</numerusform>
            <numerusform>%Ln Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>Imported {0} and {1}.</source>
        <translation>Importiert: {0} und {1}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) are missing, because the import was stopped.</source>
        <translation>
            <numerusform>%Ln Seite fehlt, weil der Import angehalten wurde.</numerusform>
            <numerusform>%Ln Seiten fehlen, weil der Import angehalten wurde.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were found on the scans.</source>
        <translation>
            <numerusform>%Ln Wort wurde auf den Scans gefunden.</numerusform>
            <numerusform>%Ln Wörter wurden auf den Scans gefunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) could not be cut into words and stay whole.</source>
        <translation>
            <numerusform>%Ln Zeile ließ sich nicht in Wörter schneiden und bleibt ganz.</numerusform>
            <numerusform>%Ln Zeilen ließen sich nicht in Wörter schneiden und bleiben ganz.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) have no words yet.</source>
        <translation>
            <numerusform>%Ln Zeile hat noch keine Wörter.</numerusform>
            <numerusform>%Ln Zeilen haben noch keine Wörter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln were there already and stay as they are.</source>
        <translation>
            <numerusform>%Ln war schon da und bleibt, wie es ist.</numerusform>
            <numerusform>%Ln waren schon da und bleiben, wie sie sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are new in the word list.</source>
        <translation>
            <numerusform>%Ln Wort ist neu in der Wortliste.</numerusform>
            <numerusform>%Ln Wörter sind neu in der Wortliste.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were left out.</source>
        <translation>
            <numerusform>%Ln Eintrag wurde ausgelassen.</numerusform>
            <numerusform>%Ln Einträge wurden ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln note(s).</source>
        <translation>
            <numerusform>Es gibt %Ln Hinweis.</numerusform>
            <numerusform>Es gibt %Ln Hinweise.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InsightView</name>
    <message>
        <source>Insight</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>This word</source>
        <translation>Dieses Wort</translation>
    </message>
    <message>
        <source>Preparing the plots …</source>
        <translation>Diagramme werden vorbereitet …</translation>
    </message>
    <message>
        <source>Opening the model …</source>
        <translation>Modell wird geöffnet …</translation>
    </message>
    <message>
        <source>Insight shows how the readers of a model vote on a word, and how accurate they are.</source>
        <translation>Die Analyse zeigt, wie die Erkenner eines Modells über ein Wort abstimmen und wie genau sie sind.</translation>
    </message>
    <message>
        <source>There is no model yet</source>
        <translation>Es gibt noch kein Modell</translation>
    </message>
    <message>
        <source>First train a model on the transcribed words.</source>
        <translation>Trainieren Sie zuerst ein Modell mit den transkribierten Wörtern.</translation>
    </message>
    <message>
        <source>Model “{0}”</source>
        <translation>Modell „{0}“</translation>
    </message>
    <message>
        <source>not trained on transcriptions</source>
        <translation>nicht auf Transkriptionen trainiert</translation>
    </message>
    <message>
        <source>not trained on this handwriting</source>
        <translation>nicht auf diese Handschrift trainiert</translation>
    </message>
    <message>
        <source>thresholds set by hand</source>
        <translation>Schwellenwerte von Hand gesetzt</translation>
    </message>
    <message>
        <source>thresholds as trained</source>
        <translation>Schwellenwerte wie trainiert</translation>
    </message>
    <message numerus="yes">
        <source>Model “{0}”: %Ln reader(s), {1}</source>
        <translation>
            <numerusform>Modell „{0}“: %Ln Erkenner, {1}</numerusform>
            <numerusform>Modell „{0}“: %Ln Erkenner, {1}</numerusform>
        </translation>
    </message>
    <message>
        <source>The model cannot be opened</source>
        <translation>Das Modell lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Schwellenwerte</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>Stimmen</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Spektrum</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Readers</source>
        <translation>Erkenner</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Modellkarte</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Why this word was suggested, reader by reader</source>
        <translation>Warum dieses Wort vorgeschlagen wurde, Erkenner für Erkenner</translation>
    </message>
    <message>
        <source>How many votes it takes to treat a word as one that was trained on; for scientists</source>
        <translation>Wie viele Stimmen nötig sind, um ein Wort als trainiert zu behandeln; für die Forschung</translation>
    </message>
    <message>
        <source>How the readers voted on all words; for scientists</source>
        <translation>Wie die Erkenner über alle Wörter abgestimmt haben; für die Forschung</translation>
    </message>
    <message>
        <source>How few numbers distinguish the words of the list; for scientists</source>
        <translation>Wie wenige Zahlen die Wörter der Liste unterscheiden; für die Forschung</translation>
    </message>
    <message>
        <source>How many suggestions are right, measured on the test words</source>
        <translation>Wie viele Vorschläge richtig sind, gemessen an den Testwörtern</translation>
    </message>
    <message>
        <source>How many readers would be enough for a target accuracy; for scientists</source>
        <translation>Wie viele Erkenner für eine Zielgenauigkeit genügen würden; für die Forschung</translation>
    </message>
    <message>
        <source>What the model is for, was trained on, and how accurate it is by group of words</source>
        <translation>Wofür das Modell da ist, womit es trainiert wurde und wie genau es bei welchen Wörtern ist</translation>
    </message>
    <message>
        <source>How far you are, and a sample that tells whether the rest is reliable enough</source>
        <translation>Wie weit Sie sind, und eine Stichprobe, die zeigt, ob der Rest verlässlich genug ist</translation>
    </message>
    <message>
        <source>Show the previous word&apos;s vote</source>
        <translation>Abstimmung über das vorige Wort zeigen</translation>
    </message>
    <message>
        <source>Show the next word&apos;s vote</source>
        <translation>Abstimmung über das nächste Wort zeigen</translation>
    </message>
    <message>
        <source>Show this word</source>
        <translation>Dieses Wort zeigen</translation>
    </message>
    <message>
        <source>Show tab: {0}</source>
        <translation>Register zeigen: {0}</translation>
    </message>
    <message>
        <source>Copy the model card as Markdown</source>
        <translation>Modellkarte als Markdown kopieren</translation>
    </message>
</context>
<context>
    <name>Job</name>
    <message>
        <source>Stopped. Finished work is kept.</source>
        <translation>Angehalten. Fertiges bleibt erhalten.</translation>
    </message>
    <message>
        <source>The job was killed, most often because the computer ran out of memory. Finished work is kept; try a smaller preset or close other programs, then resume.</source>
        <translation>Der Vorgang wurde abgebrochen, meist weil dem Computer der Arbeitsspeicher ausging. Fertiges bleibt erhalten; versuchen Sie eine kleinere Voreinstellung oder schließen Sie andere Programme und setzen Sie dann fort.</translation>
    </message>
    <message>
        <source>The job exited without an error message. Finished work is kept and can be resumed.</source>
        <translation>Der Vorgang endete ohne Fehlermeldung. Fertiges bleibt erhalten und lässt sich fortsetzen.</translation>
    </message>
    <message>
        <source>The job failed: {0}. Finished work is kept.</source>
        <translation>Der Vorgang ist fehlgeschlagen: {0}. Fertiges bleibt erhalten.</translation>
    </message>
    <message>
        <source>The job could not be started.</source>
        <translation>Der Vorgang ließ sich nicht starten.</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Suggesting readings</source>
        <translation>Vorschläge erstellen</translation>
    </message>
    <message>
        <source>Adjusting the model</source>
        <translation>Modell anpassen</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Messung</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Creating the demo</source>
        <translation>Demo erstellen</translation>
    </message>
    <message>
        <source>Fetching images</source>
        <translation>Bilder abrufen</translation>
    </message>
    <message>
        <source>Finding words</source>
        <translation>Wörter finden</translation>
    </message>
    <message>
        <source>Aligning lines</source>
        <translation>Zeilen zuordnen</translation>
    </message>
    <message>
        <source>Merging a part</source>
        <translation>Teilprojekt zusammenführen</translation>
    </message>
    <message>
        <source>Adapting the starter model</source>
        <translation>Startmodell wird angepasst</translation>
    </message>
    <message>
        <source>Preparing the starter model</source>
        <translation>Startmodell vorbereiten</translation>
    </message>
</context>
<context>
    <name>JobChip</name>
    <message>
        <source>Progress of the running job</source>
        <translation>Fortschritt des laufenden Vorgangs</translation>
    </message>
    <message>
        <source>Stop the running job</source>
        <translation>Laufenden Vorgang anhalten</translation>
    </message>
    <message>
        <source>Stop; finished work is kept</source>
        <translation>Anhalten; Fertiges bleibt erhalten</translation>
    </message>
    <message>
        <source>{0}: {1} of {2}</source>
        <translation>{0}: {1} von {2}</translation>
    </message>
    <message>
        <source>stopping …</source>
        <translation>wird angehalten …</translation>
    </message>
    <message>
        <source>no progress for some minutes</source>
        <translation>seit einigen Minuten kein Fortschritt</translation>
    </message>
    <message>
        <source>finishing …</source>
        <translation>wird abgeschlossen …</translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation>noch etwa {0}</translation>
    </message>
    <message>
        <source>more than {0} left</source>
        <translation>noch mehr als {0}</translation>
    </message>
</context>
<context>
    <name>JobDialog</name>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>LanguageDialog</name>
    <message>
        <source>Language of the writing</source>
        <translation>Sprache der Schrift</translation>
    </message>
    <message>
        <source>Add a language</source>
        <translation>Sprache hinzufügen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Number of words</source>
        <translation>Zahl der Wörter</translation>
    </message>
    <message>
        <source>{0} commonest words</source>
        <translation>{0} häufigste Wörter</translation>
    </message>
    <message>
        <source>Comparing the transcribed words with each language…</source>
        <translation>Die transkribierten Wörter werden mit jeder Sprache verglichen …</translation>
    </message>
    <message>
        <source>Remove this language</source>
        <translation>Diese Sprache entfernen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The transcribed words do not show the language yet. Choose it.</source>
        <translation>Die transkribierten Wörter verraten die Sprache noch nicht. Wählen Sie sie.</translation>
    </message>
    <message>
        <source>{0}: {1} % of the transcribed words are among its common words.</source>
        <translation>{0}: {1} % der transkribierten Wörter gehören zu den häufigen dieser Sprache.</translation>
    </message>
    <message>
        <source>The starter model chooses its suggestions among the words of {0}. Nothing is trained; you can change the word list at any time.</source>
        <translation>Das Startmodell wählt seine Vorschläge unter den Wörtern dieser Sprache ({0}). Nichts wird trainiert; die Wortliste können Sie jederzeit ändern.</translation>
    </message>
    <message>
        <source>Words that are common in {0} are suggested more readily. They are added with capitals and punctuation where the transcriptions have them. The model is adjusted to the longer list, which takes a minute.</source>
        <translation>Häufige Wörter dieser Sprache ({0}) werden eher vorgeschlagen. Sie werden mit Großbuchstaben und Satzzeichen hinzugefügt, wo die Transkriptionen sie haben. Das Modell wird an die längere Liste angepasst, was eine Minute dauert.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of this language are in the word list. They are replaced.</source>
        <translation>
            <numerusform>%Ln Wort dieser Sprache steht in der Wortliste. Es wird ersetzt.</numerusform>
            <numerusform>%Ln Wörter dieser Sprache stehen in der Wortliste. Sie werden ersetzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace {0}</source>
        <translation>{0} ersetzen</translation>
    </message>
    <message>
        <source>Add {0}</source>
        <translation>{0} hinzufügen</translation>
    </message>
    <message>
        <source>Add {0} and suggest readings</source>
        <translation>{0} hinzufügen und Vorschläge erstellen</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Words and frequencies: wordfreq by Robyn Speer, CC BY-SA 4.0.</source>
        <translation>Wörter und Häufigkeiten: wordfreq von Robyn Speer, CC BY-SA 4.0.</translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>Czech</source>
        <translation>Tschechisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Spanisch</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Französisch</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italienisch</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Niederländisch</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Polnisch</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugiesisch</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>Schwedisch</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>typed or imported</source>
        <translation>eingegeben oder importiert</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>aligned automatically</source>
        <translation>automatisch zugeordnet</translation>
    </message>
    <message>
        <source>suggested by the model only</source>
        <translation>nur vom Modell vorgeschlagen</translation>
    </message>
    <message>
        <source>no suggestion yet</source>
        <translation>noch kein Vorschlag</translation>
    </message>
    <message>
        <source>Typed or imported</source>
        <translation>Eingegeben oder importiert</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Aligned automatically</source>
        <translation>Automatisch zugeordnet</translation>
    </message>
    <message>
        <source>Suggested: known word</source>
        <translation>Vorschlag: trainiertes Wort</translation>
    </message>
    <message>
        <source>Suggested: new word</source>
        <translation>Vorschlag: neues Wort</translation>
    </message>
    <message>
        <source>Suggested: in no list</source>
        <translation>Vorschlag: in keiner Liste</translation>
    </message>
    <message>
        <source>Uncertain</source>
        <translation>Unsicher</translation>
    </message>
    <message>
        <source>No suggestion</source>
        <translation>Kein Vorschlag</translation>
    </message>
    <message>
        <source>Not a word</source>
        <translation>Kein Wort</translation>
    </message>
    <message>
        <source>{0}. Click to hide or show them.</source>
        <translation>{0}. Anklicken, um sie aus- oder einzublenden.</translation>
    </message>
    <message numerus="yes">
        <source>{0}: %Ln word(s)</source>
        <translation>
            <numerusform>{0}: %Ln Wort</numerusform>
            <numerusform>{0}: %Ln Wörter</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LexiconModel</name>
    <message>
        <source>Word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Transcribed</source>
        <translation>Transkribiert</translation>
    </message>
    <message>
        <source>In lists</source>
        <translation>In Listen</translation>
    </message>
    <message>
        <source>The word as it may be suggested</source>
        <translation>Das Wort, wie es vorgeschlagen werden kann</translation>
    </message>
    <message>
        <source>Whether a training transcription uses it</source>
        <translation>Ob eine Transkription zum Trainieren es verwendet</translation>
    </message>
    <message>
        <source>Words of this project with this transcription</source>
        <translation>Wörter dieses Projekts mit dieser Transkription</translation>
    </message>
    <message>
        <source>How often it occurs, by the lists that were added</source>
        <translation>Wie oft es nach den hinzugefügten Listen vorkommt</translation>
    </message>
    <message>
        <source>cannot be encoded: {0}</source>
        <translation>nicht darstellbar: {0}</translation>
    </message>
    <message>
        <source>used in training</source>
        <translation>im Training verwendet</translation>
    </message>
    <message>
        <source>new word</source>
        <translation>neues Wort</translation>
    </message>
</context>
<context>
    <name>LexiconPanel</name>
    <message>
        <source>Search the word list</source>
        <translation>Wortliste durchsuchen</translation>
    </message>
    <message>
        <source>Loading the word list…</source>
        <translation>Wortliste wird geladen …</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Removes words from the word list. Words used in training transcriptions are kept.</source>
        <translation>Entfernt Wörter aus der Wortliste. Wörter, die in Transkriptionen zum Trainieren vorkommen, bleiben.</translation>
    </message>
    <message>
        <source>All words of this language were also added otherwise.</source>
        <translation>Alle Wörter dieser Sprache wurden auch anderweitig hinzugefügt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were removed from the word list.</source>
        <translation>
            <numerusform>%Ln Wort wurde aus der Wortliste entfernt.</numerusform>
            <numerusform>%Ln Wörter wurden aus der Wortliste entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{0}” is kept, because a training transcription uses it. Correct that first.</source>
        <translation>„{0}“ bleibt, weil eine Transkription zum Trainieren es verwendet. Korrigieren Sie zuerst diese.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words are kept, because training transcriptions use them. Correct those first.</source>
        <translation>
            <numerusform>%Ln Wort bleibt, weil Transkriptionen zum Trainieren es verwenden. Korrigieren Sie zuerst diese.</numerusform>
            <numerusform>%Ln Wörter bleiben, weil Transkriptionen zum Trainieren sie verwenden. Korrigieren Sie zuerst diese.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) shown</source>
        <translation>
            <numerusform>%Ln Wort angezeigt</numerusform>
            <numerusform>%Ln Wörter angezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>The word list is empty. Type words, add the transcribed ones, or those of a language.</source>
        <translation>Die Wortliste ist leer. Geben Sie Wörter ein oder fügen Sie die transkribierten oder die einer Sprache hinzu.</translation>
    </message>
    <message>
        <source>The alphabet “{0}” does not contain: {1}. Words with these characters are never suggested, and training stops at them unless it leaves them out. Correct the transcriptions or remove the words.</source>
        <translation>Das Alphabet „{0}“ enthält nicht: {1}. Wörter mit diesen Zeichen werden nie vorgeschlagen, und ein Training hält bei ihnen an, sofern es sie nicht weglässt. Korrigieren Sie die Transkriptionen oder entfernen Sie die Wörter.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were added to the word list.</source>
        <translation>
            <numerusform>%Ln Wort wurde zur Wortliste hinzugefügt.</numerusform>
            <numerusform>%Ln Wörter wurden zur Wortliste hinzugefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln were there already.</source>
        <translation>
            <numerusform>%Ln war schon da.</numerusform>
            <numerusform>%Ln waren schon da.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) could not be used; the first is {0}: {1}.</source>
        <translation>
            <numerusform>%Ln Zeile war nicht verwendbar; die erste ist {0}: {1}.</numerusform>
            <numerusform>%Ln Zeilen waren nicht verwendbar; die erste ist {0}: {1}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove {0} words</source>
        <translation>{0} Wörter entfernen</translation>
    </message>
    <message>
        <source>All {0}</source>
        <translation>Alle {0}</translation>
    </message>
    <message>
        <source>Used in training {0}</source>
        <translation>Im Training verwendet {0}</translation>
    </message>
    <message>
        <source>New words {0}</source>
        <translation>Neue Wörter {0}</translation>
    </message>
    <message>
        <source>Cannot be encoded {0}</source>
        <translation>Nicht darstellbar {0}</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>Wortliste</translation>
    </message>
</context>
<context>
    <name>LibraryBrowser</name>
    <message>
        <source>Libraries and licences</source>
        <translation>Bibliotheken und Lizenzen</translation>
    </message>
    <message>
        <source>Ductus is under the Apache License 2.0. It uses these libraries, each under its own licence:</source>
        <translation>Ductus steht unter der Apache-Lizenz 2.0. Es verwendet diese Bibliotheken, jede unter ihrer eigenen Lizenz:</translation>
    </message>
    <message>
        <source>Back to all libraries</source>
        <translation>Zurück zu allen Bibliotheken</translation>
    </message>
</context>
<context>
    <name>LineEditing</name>
    <message>
        <source>There are no lines to be put in order on this page.</source>
        <translation>Auf dieser Seite gibt es keine Zeilen zu ordnen.</translation>
    </message>
    <message>
        <source>Select a line first: choose Edit lines and click it.</source>
        <translation>Wählen Sie zuerst eine Zeile aus: „Zeilen bearbeiten“ wählen und die Zeile anklicken.</translation>
    </message>
    <message>
        <source>Select at least two lines: choose Edit lines and click them with Ctrl.</source>
        <translation>Wählen Sie mindestens zwei Zeilen aus: „Zeilen bearbeiten“ wählen und sie mit Strg anklicken.</translation>
    </message>
</context>
<context>
    <name>LineEditor</name>
    <message>
        <source>Choose candidate {0}: {1}</source>
        <translation>Kandidat {0} wählen: {1}</translation>
    </message>
    <message>
        <source>Choose the candidate (Alt+{0})</source>
        <translation>Den Kandidaten wählen (Alt+{0})</translation>
    </message>
</context>
<context>
    <name>LineField</name>
    <message>
        <source>Type the text of the line</source>
        <translation>Text der Zeile eingeben</translation>
    </message>
</context>
<context>
    <name>LinePartSwitch</name>
    <message>
        <source>Read words together with their line</source>
        <translation>Wörter zusammen mit ihrer Zeile lesen</translation>
    </message>
    <message>
        <source>A line reader spells each line whole and has a voice beside the readers. A change counts from the next reading on.</source>
        <translation>Ein Zeilenerkenner buchstabiert jede Zeile im Ganzen und stimmt neben den Erkennern mit. Eine Änderung gilt ab den nächsten Vorschlägen.</translation>
    </message>
    <message>
        <source>This model cannot: too few transcribed words stood in lines, or it was made by an earlier version.</source>
        <translation>Dieses Modell kann das nicht: Zu wenige transkribierte Wörter standen in Zeilen, oder es stammt von einer früheren Version.</translation>
    </message>
</context>
<context>
    <name>LineScan</name>
    <message>
        <source>The scan of the line</source>
        <translation>Der Scan der Zeile</translation>
    </message>
</context>
<context>
    <name>LineTexts</name>
    <message>
        <source>The text of the line could not be saved: {0} It is kept for the next edit of the line.</source>
        <translation>Der Text der Zeile ließ sich nicht speichern: {0} Er bleibt für die nächste Änderung der Zeile erhalten.</translation>
    </message>
</context>
<context>
    <name>ListPanel</name>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Set up a training</source>
        <translation>Training einrichten</translation>
    </message>
</context>
<context>
    <name>LiveRun</name>
    <message>
        <source>Progress of the whole training</source>
        <translation>Fortschritt des ganzen Trainings</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>Anhalten und behalten</translation>
    </message>
    <message>
        <source>Finished readers become a model; an unfinished reader can be resumed</source>
        <translation>Fertige Erkenner werden ein Modell; ein unfertiger lässt sich fortsetzen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>End the training and delete its results</source>
        <translation>Training beenden und seine Ergebnisse löschen</translation>
    </message>
    <message>
        <source>Preparing the training</source>
        <translation>Training wird vorbereitet</translation>
    </message>
    <message>
        <source>Training: {0} % done</source>
        <translation>Training: zu {0} % fertig</translation>
    </message>
    <message>
        <source>Training &apos;{0}&apos;: {1} of {2} readers finished, {3} in training</source>
        <translation>Training „{0}“: {1} von {2} Erkennern fertig, {3} im Training</translation>
    </message>
    <message>
        <source>Training &apos;{0}&apos;: reader {1} of {2}</source>
        <translation>Training „{0}“: Erkenner {1} von {2}</translation>
    </message>
    <message>
        <source>stopping; finished work is kept …</source>
        <translation>wird angehalten; Fertiges bleibt erhalten …</translation>
    </message>
    <message>
        <source>time left: not known yet</source>
        <translation>Restzeit: noch unbekannt</translation>
    </message>
    <message>
        <source>about {0} left for all readers</source>
        <translation>noch etwa {0} für alle Erkenner</translation>
    </message>
    <message>
        <source>more than {0} left</source>
        <translation>noch mehr als {0}</translation>
    </message>
    <message>
        <source>There was no progress for two minutes. The training may be slow (large readers take long for one epoch) or hang. {0}</source>
        <translation>Seit zwei Minuten gab es keinen Fortschritt. Das Training ist vielleicht langsam (große Erkenner brauchen lange für eine Epoche) oder es hängt. {0}</translation>
    </message>
    <message>
        <source>End it now</source>
        <translation>Jetzt beenden</translation>
    </message>
    <message>
        <source>Discard this training? All its results so far are deleted; this cannot be undone.</source>
        <translation>Dieses Training verwerfen? Alle bisherigen Ergebnisse werden gelöscht; das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Discard the training</source>
        <translation>Training verwerfen</translation>
    </message>
    <message>
        <source>Continue training</source>
        <translation>Training weiterführen</translation>
    </message>
    <message>
        <source>Trained: &apos;{0}&apos;</source>
        <translation>Trainiert: „{0}“</translation>
    </message>
    <message numerus="yes">
        <source>The model &apos;{0}&apos; with %Ln reader(s) was trained on {1} words.</source>
        <translation>
            <numerusform>Das Modell „{0}“ mit %Ln Erkenner wurde mit {1} Wörtern trainiert.</numerusform>
            <numerusform>Das Modell „{0}“ mit %Ln Erkennern wurde mit {1} Wörtern trainiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; was trained on {1} words.</source>
        <translation>Das Modell „{0}“ wurde mit {1} Wörtern trainiert.</translation>
    </message>
    <message>
        <source>It is now active.</source>
        <translation>Es ist jetzt aktiv.</translation>
    </message>
    <message>
        <source>{0} readers were requested; the training was stopped before.</source>
        <translation>{0} Erkenner waren verlangt; das Training wurde vorher angehalten.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Train another</source>
        <translation>Weiteres trainieren</translation>
    </message>
    <message>
        <source>Suggest readings</source>
        <translation>Vorschläge erstellen</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Keep &apos;{0}&apos;</source>
        <translation>„{0}“ behalten</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; stays active. &apos;{1}&apos; is in the list of models.</source>
        <translation>„{0}“ bleibt aktiv. „{1}“ steht in der Liste der Modelle.</translation>
    </message>
    <message>
        <source>Back to &apos;{0}&apos;</source>
        <translation>Zurück zu „{0}“</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is now active.</source>
        <translation>„{0}“ ist jetzt aktiv.</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is the active model.</source>
        <translation>„{0}“ ist das aktive Modell.</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is active again; its suggestions are shown.</source>
        <translation>„{0}“ ist wieder aktiv; seine Vorschläge werden gezeigt.</translation>
    </message>
    <message>
        <source>The training was stopped.</source>
        <translation>Das Training wurde angehalten.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>The training did not finish</source>
        <translation>Das Training wurde nicht fertig</translation>
    </message>
    <message>
        <source>Set up another</source>
        <translation>Weiteres einrichten</translation>
    </message>
</context>
<context>
    <name>LogDialog</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Technical messages of Ductus. They may name your files; read them before you send them to others.</source>
        <translation>Technische Meldungen von Ductus. Sie können Ihre Dateien nennen; lesen Sie sie, bevor Sie sie weitergeben.</translation>
    </message>
    <message>
        <source>Nothing is logged.</source>
        <translation>Nichts ist protokolliert.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>LookAlikeBar</name>
    <message>
        <source>Show the look-alikes</source>
        <translation>Ähnliche Bilder zeigen</translation>
    </message>
    <message>
        <source>Confirm all look-alikes</source>
        <translation>Alle ähnlichen Bilder bestätigen</translation>
    </message>
    <message>
        <source>Dismiss the look-alikes</source>
        <translation>Ähnliche Bilder ausblenden</translation>
    </message>
    <message>
        <source>Show (Alt+L)</source>
        <translation>Zeigen (Alt+L)</translation>
    </message>
    <message numerus="yes">
        <source>Confirm %Ln (Alt+Shift+L)</source>
        <translation>
            <numerusform>%Ln bestätigen (Alt+Umschalt+L)</numerusform>
            <numerusform>%Ln bestätigen (Alt+Umschalt+L)</numerusform>
        </translation>
    </message>
    <message>
        <source>Dismiss (Alt+D)</source>
        <translation>Ausblenden (Alt+D)</translation>
    </message>
    <message numerus="yes">
        <source>“{0}”: %Ln look-alike(s)</source>
        <translation>
            <numerusform>„{0}“: %Ln ähnliches Bild</numerusform>
            <numerusform>„{0}“: %Ln ähnliche Bilder</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookAlikeDialog</name>
    <message>
        <source>Look-alikes</source>
        <translation>Ähnliche Bilder</translation>
    </message>
    <message>
        <source>Image of the word that you transcribed</source>
        <translation>Bild des Worts, das Sie transkribiert haben</translation>
    </message>
    <message>
        <source>Untick what is another word (Space or click); Enter confirms the rest.</source>
        <translation>Entfernen Sie das Häkchen, wo es ein anderes Wort ist (Leertaste oder Klick); Eingabe bestätigt die übrigen.</translation>
    </message>
    <message>
        <source>Images of the look-alikes</source>
        <translation>Ähnliche Bilder</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Tick or untick the word</source>
        <translation>Häkchen des Worts setzen oder entfernen</translation>
    </message>
    <message>
        <source>Look-alike {0} of {1}</source>
        <translation>Ähnliches Bild {0} von {1}</translation>
    </message>
    <message numerus="yes">
        <source>Confirm %Ln as “{0}”</source>
        <translation>
            <numerusform>%Ln als „{0}“ bestätigen</numerusform>
            <numerusform>%Ln als „{0}“ bestätigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookAlikeFinder</name>
    <message numerus="yes">
        <source>%Ln word(s) were left out: they were changed meanwhile.</source>
        <translation>
            <numerusform>%Ln Wort wurde ausgelassen: Es wurde inzwischen geändert.</numerusform>
            <numerusform>%Ln Wörter wurden ausgelassen: Sie wurden inzwischen geändert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln look-alike(s) confirmed as “{0}”.</source>
        <translation>
            <numerusform>%Ln ähnliches Bild als „{0}“ bestätigt.</numerusform>
            <numerusform>%Ln ähnliche Bilder als „{0}“ bestätigt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LostProject</name>
    <message>
        <source>The file of this project was removed or replaced; only this window still has it.</source>
        <translation>Die Datei dieses Projekts wurde entfernt oder ersetzt; nur noch dieses Fenster hat sie.</translation>
    </message>
    <message>
        <source>Once the project is closed, what was typed since is gone.</source>
        <translation>Sobald das Projekt geschlossen wird, ist verloren, was seitdem getippt wurde.</translation>
    </message>
    <message>
        <source>Save as a new project…</source>
        <translation>Als neues Projekt speichern …</translation>
    </message>
    <message>
        <source>Leave without saving</source>
        <translation>Ohne Speichern verlassen</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
    <message>
        <source>Where should the new project go?</source>
        <translation>Wohin soll das neue Projekt?</translation>
    </message>
    <message>
        <source>Save here</source>
        <translation>Hier speichern</translation>
    </message>
    <message>
        <source>{0} What you type is kept in memory until you save it as a new project.</source>
        <translation>{0} Was Sie tippen, bleibt im Arbeitsspeicher, bis Sie es als neues Projekt speichern.</translation>
    </message>
    <message>
        <source>The project is saved as {0}.</source>
        <translation>Das Projekt ist als {0} gespeichert.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the old project are missing.</source>
        <translation>
            <numerusform>%Ln Datei des alten Projekts fehlt.</numerusform>
            <numerusform>%Ln Dateien des alten Projekts fehlen.</numerusform>
        </translation>
    </message>
    <message>
        <source>The project was not saved. {0}</source>
        <translation>Das Projekt wurde nicht gespeichert. {0}</translation>
    </message>
</context>
<context>
    <name>ManageDialog</name>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>MissingWordsBar</name>
    <message>
        <source>Suggest readings</source>
        <translation>Vorschläge erstellen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) cannot be searched by image: their images could not be read.</source>
        <translation>
            <numerusform>%Ln Wort lässt sich nicht nach dem Bild suchen: Sein Bild war nicht lesbar.</numerusform>
            <numerusform>%Ln Wörter lassen sich nicht nach dem Bild suchen: Ihre Bilder waren nicht lesbar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) cannot be searched by image yet: the model “{0}” has not processed them.</source>
        <translation>
            <numerusform>%Ln Wort lässt sich noch nicht nach dem Bild suchen: Das Modell „{0}“ hat es nicht verarbeitet.</numerusform>
            <numerusform>%Ln Wörter lassen sich noch nicht nach dem Bild suchen: Das Modell „{0}“ hat sie nicht verarbeitet.</numerusform>
        </translation>
    </message>
    <message>
        <source>The model is processing word images. You can go on working.</source>
        <translation>Das Modell verarbeitet Wortbilder. Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>Another job is running. The word images are processed after it.</source>
        <translation>Ein anderer Vorgang läuft. Die Wortbilder werden danach verarbeitet.</translation>
    </message>
    <message>
        <source>The model has processed {0} of {1} word images. You can go on working.</source>
        <translation>Das Modell hat {0} von {1} Wortbildern verarbeitet. Sie können weiterarbeiten.</translation>
    </message>
</context>
<context>
    <name>ModelPlots</name>
    <message>
        <source>Votes above (+) or below (–) each reader&apos;s threshold</source>
        <translation>Stimmen über (+) oder unter (–) dem Schwellenwert jedes Erkenners</translation>
    </message>
    <message>
        <source>Votes for “trained on”, out of {0}</source>
        <translation>Stimmen für „trainiert“, von {0}</translation>
    </message>
    <message>
        <source>Reserved images of words it was trained on</source>
        <translation>Zurückgehaltene Bilder trainierter Wörter</translation>
    </message>
    <message>
        <source>Images of words held out of its training</source>
        <translation>Bilder von Wörtern, die vom Training ausgespart wurden</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>Alle Wörter</translation>
    </message>
    <message>
        <source>Distribution of the votes</source>
        <translation>Verteilung der Stimmen</translation>
    </message>
    <message>
        <source>Share of each kind, %</source>
        <translation>Anteil jeder Art, %</translation>
    </message>
    <message>
        <source>Reader {0} ({1})</source>
        <translation>Erkenner {0} ({1})</translation>
    </message>
    <message>
        <source>Reader {0} at {1} ({2})</source>
        <translation>Erkenner {0} bei {1} ({2})</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>How well the gates separate trained and new words (area under the curve in brackets)</source>
        <translation>Wie gut die Gates trainierte und neue Wörter trennen (in Klammern die Fläche unter der Kurve)</translation>
    </message>
    <message>
        <source>New words treated as trained on, %</source>
        <translation>Neue Wörter, als trainiert behandelt, %</translation>
    </message>
    <message>
        <source>Trained words treated as trained on, %</source>
        <translation>Trainierte Wörter, als trainiert behandelt, %</translation>
    </message>
    <message>
        <source>Treated as new words</source>
        <translation>Als neue Wörter behandelt</translation>
    </message>
    <message>
        <source>Treated as trained on</source>
        <translation>Als trainiert behandelt</translation>
    </message>
    <message>
        <source>Treated as in no list</source>
        <translation>Als in keiner Liste behandelt</translation>
    </message>
    <message>
        <source>threshold {0}</source>
        <translation>Schwellenwert {0}</translation>
    </message>
    <message>
        <source>Votes on all words</source>
        <translation>Stimmen über alle Wörter</translation>
    </message>
    <message>
        <source>Votes for “trained on”, % of each reader&apos;s gates</source>
        <translation>Stimmen für „trainiert“, % der Gates jedes Erkenners</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Words, once for each reader</source>
        <translation>Wörter, einmal je Erkenner</translation>
    </message>
    <message>
        <source>Tie, decided by distance</source>
        <translation>Stimmengleichheit, nach Abstand entschieden</translation>
    </message>
    <message>
        <source>Agreement of the readers</source>
        <translation>Übereinstimmung der Erkenner</translation>
    </message>
    <message>
        <source>Readers that suggest the winning word</source>
        <translation>Erkenner, die das siegreiche Wort vorschlagen</translation>
    </message>
    <message>
        <source>Clear vote</source>
        <translation>Klare Abstimmung</translation>
    </message>
    <message>
        <source>{0}: {1} %</source>
        <translation>{0}: {1} %</translation>
    </message>
    <message>
        <source>Variance of the signatures in few directions</source>
        <translation>Varianz der Wortsignaturen in wenigen Richtungen</translation>
    </message>
    <message>
        <source>Directions kept (principal components)</source>
        <translation>Behaltene Richtungen (Hauptkomponenten)</translation>
    </message>
    <message>
        <source>Share of the variance, %</source>
        <translation>Anteil der Varianz, %</translation>
    </message>
    <message>
        <source>Signatures of the word list</source>
        <translation>Wortsignaturen der Wortliste</translation>
    </message>
    <message>
        <source>15 and 30 directions</source>
        <translation>15 und 30 Richtungen</translation>
    </message>
    <message>
        <source>Reader {0}</source>
        <translation>Erkenner {0}</translation>
    </message>
    <message>
        <source>Training loss (lower is better)</source>
        <translation>Trainingsverlust (niedriger ist besser)</translation>
    </message>
    <message>
        <source>Accuracy on reserved images</source>
        <translation>Genauigkeit auf zurückgehaltenen Bildern</translation>
    </message>
    <message>
        <source>Epoch (pass over the images)</source>
        <translation>Epoche (Durchgang durch die Bilder)</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Correct, %</source>
        <translation>Richtig, %</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Starter model, adapted to this handwriting</source>
        <translation>Startmodell, an diese Handschrift angepasst</translation>
    </message>
    <message>
        <source>Starter model (first suggestions)</source>
        <translation>Startmodell (erste Vorschläge)</translation>
    </message>
    <message>
        <source>{0}: {1} %</source>
        <translation>{0}: {1} %</translation>
    </message>
    <message>
        <source>First training</source>
        <translation>Erstes Training</translation>
    </message>
    <message>
        <source>Second training</source>
        <translation>Zweites Training</translation>
    </message>
    <message>
        <source>Third training</source>
        <translation>Drittes Training</translation>
    </message>
    <message>
        <source>Fourth training</source>
        <translation>Viertes Training</translation>
    </message>
    <message>
        <source>Fifth training</source>
        <translation>Fünftes Training</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Training {0}</source>
        <translation>Training {0}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
</context>
<context>
    <name>ModelsPanel</name>
    <message>
        <source>Make active</source>
        <translation>Aktivieren</translation>
    </message>
    <message>
        <source>Suggest readings</source>
        <translation>Vorschläge erstellen</translation>
    </message>
    <message>
        <source>For all words; transcriptions are never replaced</source>
        <translation>Für alle Wörter; Transkriptionen werden nie ersetzt</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Title of the model</source>
        <translation>Titel des Modells</translation>
    </message>
    <message>
        <source>Title of the model; Enter saves it, Esc leaves it as it is</source>
        <translation>Titel des Modells; Eingabe speichert ihn, Esc lässt ihn, wie er ist</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>On the test words</source>
        <translation>An den Testwörtern</translation>
    </message>
    <message>
        <source>All views show the suggestions of the active model.</source>
        <translation>Alle Ansichten zeigen die Vorschläge des aktiven Modells.</translation>
    </message>
    <message>
        <source>A model suggests readings. Train one on the words you transcribed.</source>
        <translation>Ein Modell erstellt Vorschläge. Trainieren Sie eines mit den Wörtern, die Sie transkribiert haben.</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message>
        <source>Delete the model &apos;{0}&apos; and its suggestions permanently? Transcriptions are kept.</source>
        <translation>Das Modell „{0}“ und seine Vorschläge endgültig löschen? Transkriptionen bleiben erhalten.</translation>
    </message>
    <message>
        <source>It is the active model; afterwards no model is active.</source>
        <translation>Es ist das aktive Modell; danach ist keines aktiv.</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>{0}. Measured {1}.</source>
        <translation>{0}. Messung vom {1}.</translation>
    </message>
    <message>
        <source>{0} (earlier word list)</source>
        <translation>{0} (frühere Wortliste)</translation>
    </message>
    <message>
        <source>★ active</source>
        <translation>★ aktiv</translation>
    </message>
</context>
<context>
    <name>Moments</name>
    <message>
        <source>d MMM yyyy</source>
        <comment>day, month and year, in Qt&apos;s letters</comment>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>day and month, in Qt&apos;s letters</comment>
        <translation>d. MMM</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>Save this view</source>
        <translation>Diese Ansicht speichern</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>This replaces the view of the same name.</source>
        <translation>Dies ersetzt die gleichnamige Ansicht.</translation>
    </message>
    <message>
        <source>The filter, its order and “Only unchecked words” are kept in the project.</source>
        <translation>Der Filter, seine Reihenfolge und „Nur ungeprüfte Wörter“ werden im Projekt gespeichert.</translation>
    </message>
    <message>
        <source>Who is working here?</source>
        <translation>Wer arbeitet hier?</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>Your name, or initials</source>
        <translation>Ihr Name oder Kürzel</translation>
    </message>
    <message>
        <source>Your name is stored with everything you transcribe from now on, so that others see who wrote what. You are asked once; Settings has it.</source>
        <translation>Ihr Name wird mit allem gespeichert, was Sie ab jetzt transkribieren, damit andere sehen, wer was geschrieben hat. Sie werden nur einmal gefragt; er steht in den Einstellungen.</translation>
    </message>
    <message>
        <source>Go on with this name</source>
        <translation>Mit diesem Namen fortfahren</translation>
    </message>
    <message>
        <source>Go on without a name</source>
        <translation>Ohne Namen fortfahren</translation>
    </message>
</context>
<context>
    <name>NavigationBar</name>
    <message>
        <source>Go to {0}</source>
        <translation>{0} öffnen</translation>
    </message>
</context>
<context>
    <name>NavigationButtons</name>
    <message>
        <source>Open in Review</source>
        <translation>In der Prüfung öffnen</translation>
    </message>
    <message>
        <source>Show on page</source>
        <translation>Auf der Seite zeigen</translation>
    </message>
    <message>
        <source>Open in Insight</source>
        <translation>In der Analyse öffnen</translation>
    </message>
</context>
<context>
    <name>NotificationCenter</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>NotificationHistory</name>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Messages from this session, newest first.</source>
        <translation>Meldungen dieser Sitzung, die neuesten zuerst.</translation>
    </message>
    <message>
        <source>Nothing yet. Messages in the corner are kept here.</source>
        <translation>Noch keine. Meldungen in der Ecke werden hier aufbewahrt.</translation>
    </message>
    <message>
        <source>Past messages</source>
        <translation>Frühere Meldungen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
</context>
<context>
    <name>OrderBox</name>
    <message>
        <source>Order of the words</source>
        <translation>Reihenfolge der Wörter</translation>
    </message>
    <message>
        <source>Most useful first</source>
        <translation>Nützlichste zuerst</translation>
    </message>
    <message>
        <source>First the words from which a training learns most: letters and letter pairs that are seldom transcribed so far, and doubtful suggestions. A word can be useful although its suggestion is certain.</source>
        <translation>Zuerst die Wörter, aus denen ein Training am meisten lernt: bisher selten transkribierte Buchstaben und Buchstabenpaare sowie zweifelhafte Vorschläge. Ein Wort kann nützlich sein, obwohl sein Vorschlag sicher ist.</translation>
    </message>
    <message>
        <source>Least certain first</source>
        <translation>Unsicherste zuerst</translation>
    </message>
    <message>
        <source>First the words whose suggestions are most likely to be wrong.</source>
        <translation>Zuerst die Wörter, deren Vorschläge am ehesten falsch sind.</translation>
    </message>
    <message>
        <source>As on the pages</source>
        <translation>Wie auf den Seiten</translation>
    </message>
    <message>
        <source>Page by page, in reading order.</source>
        <translation>Seite für Seite, in Lesereihenfolge.</translation>
    </message>
    <message>
        <source>By suggestion</source>
        <translation>Nach Vorschlag</translation>
    </message>
    <message>
        <source>Words with the same suggestion one after the other, frequent ones first.</source>
        <translation>Wörter mit demselben Vorschlag nacheinander, häufige zuerst.</translation>
    </message>
</context>
<context>
    <name>PageActions</name>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Whole page</source>
        <translation>Ganze Seite</translation>
    </message>
    <message>
        <source>Full size</source>
        <translation>Volle Größe</translation>
    </message>
    <message>
        <source>Brightness and contrast of the scan</source>
        <translation>Helligkeit und Kontrast des Scans</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Vorige</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächste</translation>
    </message>
    <message>
        <source>Type transcriptions</source>
        <translation>Transkriptionen eingeben</translation>
    </message>
    <message>
        <source>Edit boxes</source>
        <translation>Rahmen bearbeiten</translation>
    </message>
    <message>
        <source>Draw a box</source>
        <translation>Rahmen zeichnen</translation>
    </message>
    <message>
        <source>Split the word</source>
        <translation>Wort teilen</translation>
    </message>
    <message>
        <source>Edit lines</source>
        <translation>Zeilen bearbeiten</translation>
    </message>
    <message>
        <source>Split a line</source>
        <translation>Zeile teilen</translation>
    </message>
    <message>
        <source>Number lines by clicking</source>
        <translation>Zeilen durch Klicken ordnen</translation>
    </message>
    <message>
        <source>Show texts</source>
        <translation>Texte zeigen</translation>
    </message>
    <message>
        <source>Confirm aligned words</source>
        <translation>Zugeordnete Wörter bestätigen</translation>
    </message>
    <message>
        <source>Show in Review</source>
        <translation>In der Prüfung zeigen</translation>
    </message>
    <message>
        <source>Show in Insight</source>
        <translation>In der Analyse zeigen</translation>
    </message>
    <message>
        <source>Join words</source>
        <translation>Wörter verbinden</translation>
    </message>
    <message>
        <source>Mark as not a word</source>
        <translation>Als „kein Wort“ markieren</translation>
    </message>
    <message>
        <source>Delete words</source>
        <translation>Wörter löschen</translation>
    </message>
    <message>
        <source>Find words again</source>
        <translation>Wörter neu suchen</translation>
    </message>
    <message>
        <source>Show lines</source>
        <translation>Zeilen zeigen</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Abschrift</translation>
    </message>
    <message>
        <source>Join lines</source>
        <translation>Zeilen verbinden</translation>
    </message>
    <message>
        <source>Delete lines</source>
        <translation>Zeilen löschen</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>Nächstes Wort</translation>
    </message>
    <message>
        <source>Previous word</source>
        <translation>Voriges Wort</translation>
    </message>
    <message>
        <source>Next unsure word</source>
        <translation>Nächstes unsicheres Wort</translation>
    </message>
    <message>
        <source>Previous unsure word</source>
        <translation>Vorheriges unsicheres Wort</translation>
    </message>
    <message>
        <source>Add the next word to the selection</source>
        <translation>Nächstes Wort zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Select all visible words</source>
        <translation>Alle sichtbaren Wörter auswählen</translation>
    </message>
    <message>
        <source>Choose candidate {0}</source>
        <translation>Kandidat {0} wählen</translation>
    </message>
    <message>
        <source>Insert a special character</source>
        <translation>Sonderzeichen einfügen</translation>
    </message>
    <message>
        <source>Type the transcription</source>
        <translation>Transkription eingeben</translation>
    </message>
</context>
<context>
    <name>PageBanner</name>
    <message>
        <source>Looking for words on this page …</source>
        <translation>Auf dieser Seite werden Wörter gesucht …</translation>
    </message>
    <message>
        <source>The scan cannot be shown; its words and transcriptions are kept. {0}</source>
        <translation>Der Scan lässt sich nicht zeigen; seine Wörter und Transkriptionen bleiben erhalten. {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of this page are not cut into words yet.</source>
        <translation>
            <numerusform>%Ln Zeile dieser Seite ist noch nicht in Wörter geschnitten.</numerusform>
            <numerusform>%Ln Zeilen dieser Seite sind noch nicht in Wörter geschnitten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Find the words in these lines</source>
        <translation>
            <numerusform>Wörter in dieser Zeile finden</numerusform>
            <numerusform>Wörter in diesen Zeilen finden</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the words</source>
        <translation>Wörter finden</translation>
    </message>
    <message>
        <source>No words are marked on this page yet.</source>
        <translation>Auf dieser Seite sind noch keine Wörter markiert.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of this page</source>
        <translation>
            <numerusform>%Ln Zeile dieser Seite</numerusform>
            <numerusform>%Ln Zeilen dieser Seite</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} in all, fit better where the dashed boxes stand. Words you touched stay.</source>
        <translation>Bei den gestrichelten Rahmen passen besser: {0}, insgesamt {1}. Wörter, die Sie bearbeitet haben, bleiben.</translation>
    </message>
    <message>
        <source>Move the words of all</source>
        <translation>Wörter aller verschieben</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>Lassen</translation>
    </message>
</context>
<context>
    <name>PageCanvas</name>
    <message>
        <source>The page and its words</source>
        <translation>Die Seite und ihre Wörter</translation>
    </message>
</context>
<context>
    <name>PageDelegate</name>
    <message>
        <source>The image cannot be read.</source>
        <translation>Das Bild ist nicht lesbar.</translation>
    </message>
</context>
<context>
    <name>PageGrid</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>PageModel</name>
    <message>
        <source>Word images</source>
        <translation>Wortbilder</translation>
    </message>
    <message>
        <source>{0} of {1} words checked</source>
        <translation>{0} von {1} Wörtern geprüft</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s), no words yet</source>
        <translation>
            <numerusform>%Ln Zeile, noch keine Wörter</numerusform>
            <numerusform>%Ln Zeilen, noch keine Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>no words yet</source>
        <translation>noch keine Wörter</translation>
    </message>
    <message>
        <source>Several roles</source>
        <translation>Mehrere Verwendungen</translation>
    </message>
    <message>
        <source>{0} typed or imported</source>
        <translation>{0} eingegeben oder importiert</translation>
    </message>
    <message>
        <source>{0} accepted</source>
        <translation>{0} angenommen</translation>
    </message>
    <message>
        <source>{0} aligned automatically</source>
        <translation>{0} automatisch zugeordnet</translation>
    </message>
    <message>
        <source>{0} suggested by the model only</source>
        <translation>{0} nur vom Modell vorgeschlagen</translation>
    </message>
    <message>
        <source>{0} without a suggestion</source>
        <translation>{0} ohne Vorschlag</translation>
    </message>
    <message>
        <source>Used for: {0}</source>
        <translation>Verwendung: {0}</translation>
    </message>
    <message>
        <source>The image cannot be shown: {0}</source>
        <translation>Das Bild lässt sich nicht zeigen: {0}</translation>
    </message>
</context>
<context>
    <name>PageRemover</name>
    <message>
        <source>Select pages first.</source>
        <translation>Wählen Sie zuerst Seiten aus.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) with {0} were removed.</source>
        <translation>
            <numerusform>%Ln Seite wurde entfernt ({0}).</numerusform>
            <numerusform>%Ln Seiten wurden entfernt ({0}).</numerusform>
        </translation>
    </message>
    <message>
        <source>The word images ({0}) were removed.</source>
        <translation>Die Wortbilder wurden entfernt ({0}).</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
    <message>
        <source>all word images</source>
        <translation>alle Wortbilder</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} and all word images</source>
        <translation>{0} und alle Wortbilder</translation>
    </message>
    <message>
        <source>Remove {0} from the project?</source>
        <translation>Aus dem Projekt entfernen: {0}?</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln Transkription</numerusform>
            <numerusform>%Ln Transkriptionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) and {0} are removed, too.</source>
        <translation>
            <numerusform>Auch %Ln Wort und {0} werden entfernt.</numerusform>
            <numerusform>Auch %Ln Wörter und {0} werden entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no words on them.</source>
        <translation>Es stehen keine Wörter darauf.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) found only there will be removed from the word list.</source>
        <translation>
            <numerusform>%Ln nur dort vorkommendes Wort wird aus der Wortliste entfernt.</numerusform>
            <numerusform>%Ln nur dort vorkommende Wörter werden aus der Wortliste entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Image files and models are kept. Undo restores everything, also later.</source>
        <translation>Bilddateien und Modelle bleiben erhalten. Rückgängig stellt alles wieder her, auch später.</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>No pages yet</source>
        <translation>Noch keine Seiten</translation>
    </message>
    <message>
        <source>Here you transcribe a scanned page word by word. First import pages in Collection.</source>
        <translation>Hier transkribieren Sie eine gescannte Seite Wort für Wort. Importieren Sie zuerst Seiten in der Sammlung.</translation>
    </message>
    <message>
        <source>Go to Collection</source>
        <translation>Zur Sammlung</translation>
    </message>
    <message>
        <source>This word image is not on a page.</source>
        <translation>Dieses Wortbild ist nicht auf einer Seite.</translation>
    </message>
    <message>
        <source>This is the first page.</source>
        <translation>Dies ist die erste Seite.</translation>
    </message>
    <message>
        <source>This is the last page.</source>
        <translation>Dies ist die letzte Seite.</translation>
    </message>
    <message>
        <source>No unsure words follow, on this page or any other.</source>
        <translation>Es folgen keine unsicheren Wörter mehr, weder auf dieser Seite noch auf einer anderen.</translation>
    </message>
</context>
<context>
    <name>PagesPanel</name>
    <message>
        <source>Filter pages by name</source>
        <translation>Seiten nach Namen filtern</translation>
    </message>
    <message>
        <source>Order of the pages</source>
        <translation>Reihenfolge der Seiten</translation>
    </message>
    <message>
        <source>In page order</source>
        <translation>In Seitenreihenfolge</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>Most unchecked words first</source>
        <translation>Meiste ungeprüfte Wörter zuerst</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>Seite öffnen</translation>
    </message>
    <message>
        <source>Use these pages for…</source>
        <translation>Diese Seiten verwenden für …</translation>
    </message>
    <message>
        <source>Remove from project…</source>
        <translation>Aus Projekt entfernen …</translation>
    </message>
    <message>
        <source>Remove the selected pages and all their words from the project (Delete)</source>
        <translation>Ausgewählte Seiten mit allen ihren Wörtern aus dem Projekt entfernen (Entf)</translation>
    </message>
    <message>
        <source>No pages yet</source>
        <translation>Noch keine Seiten</translation>
    </message>
    <message>
        <source>Drop scans, PDF files, PAGE or ALTO transcriptions, tables of word images, or whole folders of them here. You see a preview before anything is imported.</source>
        <translation>Ziehen Sie Scans, PDF-Dateien, PAGE- oder ALTO-Transkriptionen, Tabellen von Wortbildern oder ganze Ordner davon hierher. Sie sehen eine Vorschau, bevor etwas importiert wird.</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Dateien wählen …</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen …</translation>
    </message>
    <message>
        <source>No page name matches. Clear the filter to see all pages.</source>
        <translation>Kein Seitenname passt. Leeren Sie den Filter, um alle Seiten zu sehen.</translation>
    </message>
    <message>
        <source>Loading pages…</source>
        <translation>Seiten werden geladen …</translation>
    </message>
    <message>
        <source>The pages are being imported. They appear here one by one.</source>
        <translation>Die Seiten werden importiert. Sie erscheinen hier eine nach der anderen.</translation>
    </message>
    <message>
        <source>{0} of {1} shown</source>
        <translation>{0} von {1} angezeigt</translation>
    </message>
    <message>
        <source>Remove these pages from project…</source>
        <translation>Diese Seiten aus Projekt entfernen …</translation>
    </message>
    <message>
        <source>Remove the word images from project…</source>
        <translation>Wortbilder aus Projekt entfernen …</translation>
    </message>
    <message>
        <source>Remove this page from project…</source>
        <translation>Diese Seite aus Projekt entfernen …</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Select pages to set their use or to remove them; Enter opens a page.</source>
        <translation>Wählen Sie Seiten aus, um ihre Verwendung festzulegen oder sie zu entfernen; Eingabe öffnet eine Seite.</translation>
    </message>
    <message>
        <source>{0} pages selected: {1} of {2} words checked.</source>
        <translation>{0} Seiten ausgewählt: {1} von {2} Wörtern geprüft.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the selected pages have no words yet. Ductus can find them on the scans.</source>
        <translation>
            <numerusform>%Ln der ausgewählten Seiten hat noch keine Wörter. Ductus kann sie auf dem Scan finden.</numerusform>
            <numerusform>%Ln der ausgewählten Seiten haben noch keine Wörter. Ductus kann sie auf den Scans finden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) have no words yet. Ductus can find them on the scans.</source>
        <translation>
            <numerusform>%Ln Seite hat noch keine Wörter. Ductus kann sie auf dem Scan finden.</numerusform>
            <numerusform>%Ln Seiten haben noch keine Wörter. Ductus kann sie auf den Scans finden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the words</source>
        <translation>Wörter finden</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) were cut into words by an earlier line reader.</source>
        <translation>
            <numerusform>%Ln Seite wurde von einem früheren Zeilenerkenner in Wörter geschnitten.</numerusform>
            <numerusform>%Ln Seiten wurden von einem früheren Zeilenerkenner in Wörter geschnitten.</numerusform>
        </translation>
    </message>
    <message>
        <source>What you have checked, typed or drawn stays if they are cut again.</source>
        <translation>Was Sie geprüft, getippt oder gezeichnet haben, bleibt, wenn sie neu geschnitten werden.</translation>
    </message>
    <message>
        <source>Cut them again</source>
        <translation>Neu schneiden</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>Lassen</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Words of the command</source>
        <translation>Wörter des Befehls</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>No matching command</source>
        <translation>Kein passender Befehl</translation>
    </message>
    <message>
        <source>go to {0}</source>
        <translation>{0} öffnen</translation>
    </message>
</context>
<context>
    <name>ParameterForm</name>
    <message>
        <source>Restore the preset&apos;s value</source>
        <translation>Wert der Voreinstellung wiederherstellen</translation>
    </message>
    <message>
        <source>Reset {0}</source>
        <translation>{0} zurücksetzen</translation>
    </message>
    <message>
        <source>{0}. From {1} to {2}.</source>
        <translation>{0}. Von {1} bis {2}.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
</context>
<context>
    <name>Parameters</name>
    <message>
        <source>Readers</source>
        <translation>Erkenner</translation>
    </message>
    <message>
        <source>Words set aside</source>
        <translation>Vorenthaltene Wörter</translation>
    </message>
    <message>
        <source>Gates: trained on this word or not</source>
        <translation>Gates: auf dieses Wort trainiert oder nicht</translation>
    </message>
    <message>
        <source>Deciding</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Kind of reader</source>
        <translation>Art der Erkenner</translation>
    </message>
    <message>
        <source>The network that reads a word image</source>
        <translation>Das Netz, das ein Wortbild liest</translation>
    </message>
    <message>
        <source>Start from the starter model</source>
        <translation>Beim Startmodell beginnen</translation>
    </message>
    <message>
        <source>It was trained on handwriting in general; without it a reader starts from random weights</source>
        <translation>Es wurde auf Handschrift im Allgemeinen trainiert; ohne es beginnt ein Erkenner mit zufälligen Gewichten</translation>
    </message>
    <message>
        <source>Starter weight</source>
        <translation>Gewicht des Startmodells</translation>
    </message>
    <message>
        <source>In equivalent images, when the weights of a reader and of the starter model are averaged</source>
        <translation>In gleichwertigen Bildern, wenn die Gewichte eines Erkenners und des Startmodells gemittelt werden</translation>
    </message>
    <message>
        <source>Number of readers</source>
        <translation>Zahl der Erkenner</translation>
    </message>
    <message>
        <source>Each reads on its own; then they vote</source>
        <translation>Jeder liest für sich; dann stimmen sie ab</translation>
    </message>
    <message>
        <source>Training steps</source>
        <translation>Trainingsschritte</translation>
    </message>
    <message>
        <source>Of each reader; more take longer</source>
        <translation>Je Erkenner; mehr dauern länger</translation>
    </message>
    <message>
        <source>Most training steps</source>
        <translation>Trainingsschritte, höchstens</translation>
    </message>
    <message>
        <source>For hard hands, as long as training still helps</source>
        <translation>Für schwierige Hände, solange das Training noch hilft</translation>
    </message>
    <message>
        <source>Images in a step</source>
        <translation>Bilder je Schritt</translation>
    </message>
    <message>
        <source>More need more memory</source>
        <translation>Mehr brauchen mehr Arbeitsspeicher</translation>
    </message>
    <message>
        <source>How a reader is trained</source>
        <translation>Trainingsverfahren</translation>
    </message>
    <message>
        <source>As ours are, or as the paper&apos;s network was published</source>
        <translation>Wie unsere, oder wie das Netz des Artikels veröffentlicht wurde</translation>
    </message>
    <message>
        <source>Highest learning rate</source>
        <translation>Höchste Lernrate</translation>
    </message>
    <message>
        <source>Smaller if the training diverges</source>
        <translation>Kleiner, wenn das Training divergiert</translation>
    </message>
    <message>
        <source>Weight of letter shapes</source>
        <translation>Gewicht der Buchstabenformen</translation>
    </message>
    <message>
        <source>PHOS: how shapes are counted</source>
        <translation>PHOS: wie Formen gezählt werden</translation>
    </message>
    <message>
        <source>Weight of letters</source>
        <translation>Gewicht der Buchstaben</translation>
    </message>
    <message>
        <source>PHOC: which letters stand where</source>
        <translation>PHOC: welche Buchstaben wo stehen</translation>
    </message>
    <message>
        <source>How words are compared</source>
        <translation>Wie Wörter verglichen werden</translation>
    </message>
    <message>
        <source>Distance between an image and a word</source>
        <translation>Abstand zwischen einem Bild und einem Wort</translation>
    </message>
    <message>
        <source>Share of words held out</source>
        <translation>Anteil ausgesparter Wörter</translation>
    </message>
    <message>
        <source>Words a reader is not trained on</source>
        <translation>Wörter, auf die ein Erkenner nicht trainiert wird</translation>
    </message>
    <message>
        <source>Share of images used</source>
        <translation>Anteil verwendeter Bilder</translation>
    </message>
    <message>
        <source>Of each trained word; the others check the reader</source>
        <translation>Von jedem trainierten Wort; die übrigen prüfen den Erkenner</translation>
    </message>
    <message>
        <source>Gates of each reader</source>
        <translation>Gates je Erkenner</translation>
    </message>
    <message>
        <source>Small networks that vote: trained on or new</source>
        <translation>Kleine Netze, die abstimmen: trainiert oder neu</translation>
    </message>
    <message>
        <source>Numbers a gate sees</source>
        <translation>Zahlen, die ein Gate sieht</translation>
    </message>
    <message>
        <source>Principal components; 0 means all</source>
        <translation>Hauptkomponenten; 0 heißt alle</translation>
    </message>
    <message>
        <source>Gates see distances</source>
        <translation>Gates sehen Abstände</translation>
    </message>
    <message>
        <source>To the nearest trained and new word</source>
        <translation>Zum nächsten trainierten und zum nächsten neuen Wort</translation>
    </message>
    <message>
        <source>Fewest images for gates</source>
        <translation>Mindestbilder für Gates</translation>
    </message>
    <message>
        <source>Of trained and of new words; with fewer the distances decide</source>
        <translation>Von trainierten und von neuen Wörtern; bei weniger entscheiden die Abstände</translation>
    </message>
    <message>
        <source>Width of a gate</source>
        <translation>Breite eines Gates</translation>
    </message>
    <message>
        <source>Nodes in each layer</source>
        <translation>Knoten je Schicht</translation>
    </message>
    <message>
        <source>Depth of a gate</source>
        <translation>Tiefe eines Gates</translation>
    </message>
    <message>
        <source>Hidden layers</source>
        <translation>Verborgene Schichten</translation>
    </message>
    <message>
        <source>Passes of the gates</source>
        <translation>Durchgänge der Gates</translation>
    </message>
    <message>
        <source>Over all their points</source>
        <translation>Durch alle ihre Punkte</translation>
    </message>
    <message>
        <source>Synthetic new words</source>
        <translation>Synthetische neue Wörter</translation>
    </message>
    <message>
        <source>Points far from all trained words</source>
        <translation>Punkte fern von allen trainierten Wörtern</translation>
    </message>
    <message>
        <source>Where they are drawn</source>
        <translation>Wo sie gezogen werden</translation>
    </message>
    <message>
        <source>On the whole signature, as the paper does, or on its principal components</source>
        <translation>In der ganzen Signatur, wie im Artikel, oder in ihren Hauptkomponenten</translation>
    </message>
    <message>
        <source>Far means below (percent)</source>
        <translation>Fern heißt unter (Prozent)</translation>
    </message>
    <message>
        <source>Of the synthetic points</source>
        <translation>Der synthetischen Punkte</translation>
    </message>
    <message>
        <source>Far means above (percent)</source>
        <translation>Fern heißt über (Prozent)</translation>
    </message>
    <message>
        <source>Classifier of trained words</source>
        <translation>Klassifikator (trainierte)</translation>
    </message>
    <message>
        <source>Chooses among them</source>
        <translation>Wählt unter ihnen</translation>
    </message>
    <message>
        <source>Most images of a word</source>
        <translation>Bilder eines Worts, höchstens</translation>
    </message>
    <message>
        <source>To which words are filled up</source>
        <translation>Bis zu der Wörter aufgefüllt werden</translation>
    </message>
    <message>
        <source>Threshold chosen for</source>
        <translation>Schwellenwert gewählt für</translation>
    </message>
    <message>
        <source>accuracy: most words, with gates or without; h: both kinds; A_b: the weaker kind</source>
        <translation>accuracy: die meisten Wörter, mit oder ohne Gates; h: beide Arten; A_b: die schwächere Art</translation>
    </message>
    <message>
        <source>Words not in the list (percent)</source>
        <translation>Wörter nicht in der Liste (%)</translation>
    </message>
    <message>
        <source>Prior share of words not in the word list, updated by the transcriptions</source>
        <translation>A-priori-Anteil der Wörter, die nicht in der Wortliste stehen, durch die Transkriptionen berichtigt</translation>
    </message>
    <message>
        <source>nearest signature</source>
        <translation>nächste Wortsignatur</translation>
    </message>
    <message>
        <source>discriminant analysis</source>
        <translation>Diskriminanzanalyse</translation>
    </message>
    <message>
        <source>logistic regression, in small steps</source>
        <translation>logistische Regression, in kleinen Schritten</translation>
    </message>
    <message>
        <source>forest of randomised trees</source>
        <translation>Wald randomisierter Bäume</translation>
    </message>
    <message>
        <source>logistic regression, as published</source>
        <translation>logistische Regression, wie veröffentlicht</translation>
    </message>
    <message>
        <source>random forest, as published</source>
        <translation>Random Forest, wie veröffentlicht</translation>
    </message>
    <message>
        <source>by angle (cosine)</source>
        <translation>nach Winkel (Kosinus)</translation>
    </message>
    <message>
        <source>by distance (euclid)</source>
        <translation>nach Abstand (euklidisch)</translation>
    </message>
    <message>
        <source>most words read (accuracy)</source>
        <translation>die meisten gelesenen Wörter (accuracy)</translation>
    </message>
    <message>
        <source>both kinds alike (h)</source>
        <translation>beide Arten gleich (h)</translation>
    </message>
    <message>
        <source>the weaker kind (A_b)</source>
        <translation>die schwächere Art (A_b)</translation>
    </message>
    <message>
        <source>small network</source>
        <translation>kleines Netz</translation>
    </message>
    <message>
        <source>the paper&apos;s large network</source>
        <translation>großes Netz des Artikels</translation>
    </message>
    <message>
        <source>the paper&apos;s large network on grey values</source>
        <translation>großes Netz, Grauwerte</translation>
    </message>
    <message>
        <source>principal components</source>
        <translation>Hauptkomponenten</translation>
    </message>
    <message>
        <source>whole signature</source>
        <translation>ganze Signatur</translation>
    </message>
    <message>
        <source>one cycle of the learning rate</source>
        <translation>ein Zyklus der Lernrate</translation>
    </message>
    <message>
        <source>as the Pho(SC)Net was published</source>
        <translation>wie das Pho(SC)Net veröffentlicht wurde</translation>
    </message>
    <message>
        <source>small network that also spells</source>
        <translation>kleines Netz, buchstabiert</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Zufallsstartwert</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Alphabet</source>
        <translation>Alphabet</translation>
    </message>
    <message>
        <source>Words left out</source>
        <translation>Weggelassene Wörter</translation>
    </message>
    <message>
        <source>Continues from</source>
        <translation>Setzt fort</translation>
    </message>
</context>
<context>
    <name>PartActions</name>
    <message>
        <source>Choose the folder of the part (its name ends in .ductus)</source>
        <translation>Ordner des Teilprojekts wählen (sein Name endet auf .ductus)</translation>
    </message>
    <message>
        <source>Merge this part</source>
        <translation>Dieses Teilprojekt zusammenführen</translation>
    </message>
    <message>
        <source>Compare them</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>The part has nothing that is not in the project already.</source>
        <translation>Das Teilprojekt enthält nichts, was nicht schon im Projekt ist.</translation>
    </message>
    <message>
        <source>The part of {0} is merged.</source>
        <translation>Das Teilprojekt von {0} ist zusammengeführt.</translation>
    </message>
    <message>
        <source>The part is merged.</source>
        <translation>Das Teilprojekt ist zusammengeführt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s) taken</source>
        <translation>
            <numerusform>%Ln Transkription übernommen</numerusform>
            <numerusform>%Ln Transkriptionen übernommen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln the same on both sides</source>
        <translation>
            <numerusform>%Ln auf beiden Seiten gleich</numerusform>
            <numerusform>%Ln auf beiden Seiten gleich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) added</source>
        <translation>
            <numerusform>%Ln Wort hinzugefügt</numerusform>
            <numerusform>%Ln Wörter hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) removed</source>
        <translation>
            <numerusform>%Ln Wort entfernt</numerusform>
            <numerusform>%Ln Wörter entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with another box or use</source>
        <translation>
            <numerusform>%Ln mit anderem Rahmen oder anderer Verwendung</numerusform>
            <numerusform>%Ln mit anderem Rahmen oder anderer Verwendung</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are transcribed differently; both texts are kept.</source>
        <translation>
            <numerusform>%Ln Wort ist verschieden transkribiert; beide Texte bleiben erhalten.</numerusform>
            <numerusform>%Ln Wörter sind verschieden transkribiert; beide Texte bleiben erhalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) stay, because one side transcribed what the other removed.</source>
        <translation>
            <numerusform>%Ln Wort bleibt, weil eine Seite transkribiert hat, was die andere entfernt hat.</numerusform>
            <numerusform>%Ln Wörter bleiben, weil eine Seite transkribiert hat, was die andere entfernt hat.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s) were made differently on both sides; the later one stays.</source>
        <translation>
            <numerusform>%Ln Änderung fiel auf beiden Seiten verschieden aus; die spätere bleibt.</numerusform>
            <numerusform>%Ln Änderungen fielen auf beiden Seiten verschieden aus; die spätere bleibt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) that were imported into the part itself are left out.</source>
        <translation>
            <numerusform>%Ln Seite, die in das Teilprojekt selbst importiert wurde, wird ausgelassen.</numerusform>
            <numerusform>%Ln Seiten, die in das Teilprojekt selbst importiert wurden, werden ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>somebody without a name</source>
        <translation>jemand ohne Namen</translation>
    </message>
    <message numerus="yes">
        <source>{0} and {1} agree on {2} of %Ln word(s).</source>
        <translation>
            <numerusform>{0} und {1} stimmen bei {2} von %Ln Wort überein.</numerusform>
            <numerusform>{0} und {1} stimmen bei {2} von %Ln Wörtern überein.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartDialog</name>
    <message>
        <source>Take out pages as a part</source>
        <translation>Seiten als Teilprojekt ausgliedern</translation>
    </message>
    <message>
        <source>Copying the pages to {0}. You can go on working.</source>
        <translation>Die Seiten werden nach {0} kopiert. Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>No part was made. {0}</source>
        <translation>Es wurde kein Teilprojekt angelegt. {0}</translation>
    </message>
    <message>
        <source>The part is complete: {0} and {1}.</source>
        <translation>Das Teilprojekt ist vollständig: {0} und {1}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln Seite</numerusform>
            <numerusform>%Ln Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln Transkription</numerusform>
            <numerusform>%Ln Transkriptionen</numerusform>
        </translation>
    </message>
    <message>
        <source>It is a project that can be opened like any other:</source>
        <translation>Es ist ein Projekt, das sich wie jedes andere öffnen lässt:</translation>
    </message>
    <message>
        <source>When the work on it is done, choose “Merge a part” in the menu of this project.</source>
        <translation>Wenn die Arbeit daran erledigt ist, wählen Sie „Teilprojekt zusammenführen“ im Menü dieses Projekts.</translation>
    </message>
</context>
<context>
    <name>PlotPanel</name>
    <message>
        <source>Save the plot “{0}”</source>
        <translation>Diagramm „{0}“ speichern</translation>
    </message>
</context>
<context>
    <name>PlotSaveButton</name>
    <message>
        <source>Save this plot as an image or a table</source>
        <translation>Dieses Diagramm als Bild oder Tabelle speichern</translation>
    </message>
    <message>
        <source>Save as PNG image …</source>
        <translation>Als PNG-Bild speichern …</translation>
    </message>
    <message>
        <source>Save as SVG drawing …</source>
        <translation>Als SVG-Zeichnung speichern …</translation>
    </message>
    <message>
        <source>Save as PDF drawing …</source>
        <translation>Als PDF-Zeichnung speichern …</translation>
    </message>
    <message>
        <source>Save the numbers as CSV …</source>
        <translation>Zahlen als CSV speichern …</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>Gespeichert: {0}</translation>
    </message>
    <message>
        <source>{0} could not be written ({1}). Choose another folder.</source>
        <translation>{0} ließ sich nicht schreiben ({1}). Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>Diagramm speichern</translation>
    </message>
</context>
<context>
    <name>PlotTab</name>
    <message>
        <source>This cannot be shown</source>
        <translation>Das lässt sich nicht zeigen</translation>
    </message>
    <message>
        <source>Available after training on this handwriting.</source>
        <translation>Verfügbar nach einem Training auf diese Handschrift.</translation>
    </message>
    <message>
        <source>First suggestions only</source>
        <translation>Nur erste Vorschläge</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>At startup</source>
        <translation>Beim Start</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Several people</source>
        <translation>Mehrere Personen</translation>
    </message>
    <message>
        <source>Every change is saved at once.</source>
        <translation>Jede Änderung wird sofort gespeichert.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>Hoher Kontrast, hell</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>Hoher Kontrast, dunkel</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Research: show presets, gates, thresholds and single readers</source>
        <translation>Forschung: Voreinstellungen, Gates, Schwellenwerte und Erkenner zeigen</translation>
    </message>
    <message>
        <source>Keep messages on the screen until they are closed</source>
        <translation>Meldungen zeigen, bis sie geschlossen werden</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Bewegung verringern</translation>
    </message>
    <message>
        <source>Views that are open take on the whole size when the project is opened again.</source>
        <translation>Offene Ansichten folgen ganz, sobald das Projekt neu geöffnet wird.</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>&amp;Textgröße</translation>
    </message>
    <message>
        <source>&amp;Language of the program</source>
        <translation>&amp;Sprache des Programms</translation>
    </message>
    <message>
        <source>Reopen the last project</source>
        <translation>Letztes Projekt wieder öffnen</translation>
    </message>
    <message>
        <source> corrections</source>
        <translation> Korrekturen</translation>
    </message>
    <message>
        <source>Fastest available</source>
        <translation>Schnellster verfügbarer</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Prozessor (CPU)</translation>
    </message>
    <message>
        <source>NVIDIA graphics card (CUDA)</source>
        <translation>NVIDIA-Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>Apple graphics (MPS)</source>
        <translation>Apple-Grafik (MPS)</translation>
    </message>
    <message>
        <source>Train shows which of these this computer has. Training does not start on a missing one.</source>
        <translation>Die Ansicht Training zeigt, welche es hier gibt; nur auf diesen wird trainiert.</translation>
    </message>
    <message>
        <source>&amp;Suggest retraining after</source>
        <translation>Er&amp;neutes Training anbieten nach</translation>
    </message>
    <message>
        <source>&amp;Compute on</source>
        <translation>Be&amp;rechnen auf</translation>
    </message>
    <message>
        <source>No name</source>
        <translation>Kein Name</translation>
    </message>
    <message>
        <source>Stored with everything you transcribe, so that others see who wrote what.</source>
        <translation>Wird mit jeder Transkription gespeichert, damit andere sehen, von wem sie ist.</translation>
    </message>
    <message>
        <source>Your &amp;name</source>
        <translation>Ihr N&amp;ame</translation>
    </message>
    <message>
        <source>A new language takes effect when Ductus is next started.</source>
        <translation>Eine neue Sprache gilt ab dem nächsten Start von Ductus.</translation>
    </message>
</context>
<context>
    <name>PresetCard</name>
    <message>
        <source>Readers learn separately from the same words, and then vote on each word.</source>
        <translation>Erkenner lernen getrennt aus denselben Wörtern und stimmen dann über jedes Wort ab.</translation>
    </message>
</context>
<context>
    <name>PresetCards</name>
    <message>
        <source>Recommended</source>
        <translation>Empfohlen</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Weitere</translation>
    </message>
    <message>
        <source>Research: published method</source>
        <translation>Forschung: veröffentlichtes Verfahren</translation>
    </message>
</context>
<context>
    <name>PreviewView</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>The first rows</source>
        <translation>Die ersten Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>The first lines</source>
        <translation>Die ersten Zeilen</translation>
    </message>
    <message>
        <source>There is nothing to export: no page has words.</source>
        <translation>Es gibt nichts zu exportieren: Keine Seite hat Wörter.</translation>
    </message>
</context>
<context>
    <name>ProgressTab</name>
    <message>
        <source>Checking</source>
        <translation>Prüfung</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) checked today.</source>
        <translation>
            <numerusform>%Ln Wort heute geprüft.</numerusform>
            <numerusform>%Ln Wörter heute geprüft.</numerusform>
        </translation>
    </message>
    <message>
        <source>right among the last {0}</source>
        <translation>richtig unter den letzten {0}</translation>
    </message>
    <message>
        <source>Suggestions that turned out right</source>
        <translation>Vorschläge, die sich als richtig erwiesen</translation>
    </message>
    <message>
        <source>words checked</source>
        <translation>geprüfte Wörter</translation>
    </message>
    <message>
        <source>share of the last {0}</source>
        <translation>Anteil unter den letzten {0}</translation>
    </message>
    <message numerus="yes">
        <source>The accuracy of the suggestions is drawn from {0} checked words on; %Ln so far.</source>
        <translation>
            <numerusform>Die Genauigkeit der Vorschläge wird ab {0} geprüften Wörtern gezeichnet; bisher %Ln.</numerusform>
            <numerusform>Die Genauigkeit der Vorschläge wird ab {0} geprüften Wörtern gezeichnet; bisher %Ln.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) not checked yet.</source>
        <translation>
            <numerusform>%Ln Wort noch nicht geprüft.</numerusform>
            <numerusform>%Ln Wörter noch nicht geprüft.</numerusform>
        </translation>
    </message>
    <message>
        <source>By their confidence, about {0} of {1} suggestions are wrong.</source>
        <translation>Nach ihrer Konfidenz sind etwa {0} von {1} Vorschlägen falsch.</translation>
    </message>
    <message>
        <source>By the {2} words checked last, about {0} of {1} suggestions are wrong.</source>
        <translation>Nach den zuletzt geprüften {2} Wörtern sind etwa {0} von {1} Vorschlägen falsch.</translation>
    </message>
</context>
<context>
    <name>ProjectWindow</name>
    <message>
        <source>Answer the newest message</source>
        <translation>Auf die neueste Meldung antworten</translation>
    </message>
    <message>
        <source>Check it</source>
        <translation>Überprüfen</translation>
    </message>
    <message>
        <source>The project still cannot be written to.</source>
        <translation>In das Projekt kann weiterhin nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Undone: {0}</source>
        <translation>Rückgängig gemacht: {0}</translation>
    </message>
    <message>
        <source>Redone: {0}</source>
        <translation>Wiederholt: {0}</translation>
    </message>
    <message>
        <source>The automatic backup could not be made: {0}</source>
        <translation>Die automatische Sicherung ließ sich nicht anlegen: {0}</translation>
    </message>
    <message>
        <source>New here? A tour of three minutes shows where everything is.</source>
        <translation>Neu hier? Ein Rundgang von drei Minuten zeigt, wo alles ist.</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Rundgang beginnen</translation>
    </message>
    <message>
        <source>{0}: done.</source>
        <translation>{0}: fertig.</translation>
    </message>
</context>
<context>
    <name>ReadOnlyBanner</name>
    <message>
        <source>Open for writing</source>
        <translation>Zum Schreiben öffnen</translation>
    </message>
    <message>
        <source>Take out a part…</source>
        <translation>Teilprojekt ausgliedern …</translation>
    </message>
</context>
<context>
    <name>ReaderBox</name>
    <message>
        <source>All readers together</source>
        <translation>Alle Erkenner zusammen</translation>
    </message>
    <message>
        <source>Reader {0}</source>
        <translation>Erkenner {0}</translation>
    </message>
</context>
<context>
    <name>Realignment</name>
    <message numerus="yes">
        <source>The words of %Ln line(s) were moved to where they fit better.</source>
        <translation>
            <numerusform>Die Wörter von %Ln Zeile wurden dorthin verschoben, wo sie besser passen.</numerusform>
            <numerusform>Die Wörter von %Ln Zeilen wurden dorthin verschoben, wo sie besser passen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was changed: {0}</source>
        <translation>Nichts wurde geändert: {0}</translation>
    </message>
    <message>
        <source>The lines could not be aligned with the new model; nothing was changed. {0}</source>
        <translation>Die Zeilen ließen sich mit dem neuen Modell nicht zuordnen; nichts wurde geändert. {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) fit better now.</source>
        <translation>
            <numerusform>%Ln Zeile passt jetzt besser.</numerusform>
            <numerusform>%Ln Zeilen passen jetzt besser.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>See the %Ln line(s)</source>
        <translation>
            <numerusform>Zeile ansehen</numerusform>
            <numerusform>%Ln Zeilen ansehen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Recalibration</name>
    <message>
        <source>The word list had {0} words when readings were suggested and has {1} now, so their confidence no longer holds.</source>
        <translation>Die Wortliste hatte {0} Wörter, als die Vorschläge erstellt wurden, und hat jetzt {1}; daher gilt ihre Konfidenz nicht mehr.</translation>
    </message>
    <message>
        <source>The model is being adjusted to it.</source>
        <translation>Das Modell wird daran angepasst.</translation>
    </message>
    <message>
        <source>The model cannot be adjusted to it: train a new one.</source>
        <translation>Das Modell lässt sich nicht daran anpassen: Trainieren Sie ein neues.</translation>
    </message>
    <message>
        <source>Suggest readings again.</source>
        <translation>Lassen Sie erneut Vorschläge erstellen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>The word list has grown by %Ln word(s): adjusting the model to it…</source>
        <translation>
            <numerusform>Die Wortliste ist um %Ln Wort gewachsen: Das Modell wird daran angepasst …</numerusform>
            <numerusform>Die Wortliste ist um %Ln Wörter gewachsen: Das Modell wird daran angepasst …</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The word list has lost %Ln word(s): adjusting the model to it…</source>
        <translation>
            <numerusform>Die Wortliste hat %Ln Wort verloren: Das Modell wird daran angepasst …</numerusform>
            <numerusform>Die Wortliste hat %Ln Wörter verloren: Das Modell wird daran angepasst …</numerusform>
        </translation>
    </message>
    <message>
        <source>The model stays as it was. It is adjusted when readings are suggested the next time.</source>
        <translation>Das Modell bleibt, wie es war. Es wird angepasst, wenn das nächste Mal Vorschläge erstellt werden.</translation>
    </message>
    <message>
        <source>The model is adjusted to the present word list.</source>
        <translation>Das Modell ist an die jetzige Wortliste angepasst.</translation>
    </message>
    <message>
        <source>Suggest again</source>
        <translation>Vorschläge neu erstellen</translation>
    </message>
</context>
<context>
    <name>RecentList</name>
    <message>
        <source>Recent projects</source>
        <translation>Zuletzt geöffnete Projekte</translation>
    </message>
    <message>
        <source>None yet. Projects that you create or open are listed here; the demo shows what one looks like.</source>
        <translation>Noch keine. Projekte, die Sie anlegen oder öffnen, stehen hier; die Demo zeigt, wie eines aussieht.</translation>
    </message>
</context>
<context>
    <name>RecentRow</name>
    <message>
        <source>Remove {0} from this list</source>
        <translation>{0} aus dieser Liste entfernen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>changed {0}</source>
        <translation>geändert {0}</translation>
    </message>
</context>
<context>
    <name>RecentSearches</name>
    <message>
        <source>Recent searches</source>
        <translation>Frühere Suchen</translation>
    </message>
    <message>
        <source>Search for {0} again</source>
        <translation>Erneut nach {0} suchen</translation>
    </message>
</context>
<context>
    <name>ReliabilityPlot</name>
    <message>
        <source>Reliability of the confidence</source>
        <translation>Zuverlässigkeit der Konfidenz</translation>
    </message>
    <message>
        <source>Mean confidence, %</source>
        <translation>Mittlere Konfidenz, %</translation>
    </message>
    <message>
        <source>Suggestions that are right, %</source>
        <translation>Richtige Vorschläge, %</translation>
    </message>
    <message>
        <source>as it should be</source>
        <translation>wie es sein sollte</translation>
    </message>
    <message>
        <source>test words</source>
        <translation>Testwörter</translation>
    </message>
</context>
<context>
    <name>ReliabilityTable</name>
    <message>
        <source>Reliability of the confidence</source>
        <translation>Zuverlässigkeit der Konfidenz</translation>
    </message>
    <message>
        <source>Test words by their confidence. Where accuracy matches confidence, the confidence is well calibrated: in the plot, where the number of words stands above each interval, such points lie on the dashed line. It may be a little too low: test words stand in the word list, but some future words will not.</source>
        <translation>Testwörter nach ihrer Konfidenz. Wo die Genauigkeit der Konfidenz entspricht, ist die Konfidenz gut kalibriert: Im Diagramm, wo über jedem Intervall die Zahl der Wörter steht, liegen solche Punkte auf der gestrichelten Linie. Sie darf etwas zu niedrig sein: Testwörter stehen in der Wortliste, manche künftigen Wörter aber nicht.</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Mean confidence</source>
        <translation>Mittlere Konfidenz</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>Richtig</translation>
    </message>
    <message>
        <source>95 % interval in brackets</source>
        <translation>95-%-Intervall in Klammern</translation>
    </message>
    <message>
        <source>The confidence is</source>
        <translation>Die Konfidenz ist</translation>
    </message>
    <message>
        <source>{0} % and more</source>
        <translation>{0} % und mehr</translation>
    </message>
    <message>
        <source>{0} to {1} %</source>
        <translation>{0} bis {1} %</translation>
    </message>
    <message>
        <source>too high: check these words</source>
        <translation>zu hoch: diese Wörter prüfen</translation>
    </message>
    <message>
        <source>too low</source>
        <translation>zu niedrig</translation>
    </message>
    <message>
        <source>well calibrated</source>
        <translation>gut kalibriert</translation>
    </message>
</context>
<context>
    <name>RemarksDialog</name>
    <message>
        <source>Lines and pages that stay as they are</source>
        <translation>Zeilen und Seiten, die bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report a problem</source>
        <translation>Problem melden</translation>
    </message>
    <message>
        <source>This report helps those who look for the cause of a problem. It has no transcription and no image; names of files may occur in the log. Nothing is sent: read it, save it, and send it yourself, with a sentence on what you did before.</source>
        <translation>Dieser Bericht hilft denen, die nach der Ursache eines Problems suchen. Er enthält keine Transkription und kein Bild; im Protokoll können Dateinamen vorkommen. Nichts wird gesendet: Lesen Sie ihn, speichern Sie ihn und senden Sie ihn selbst, mit einem Satz dazu, was Sie vorher getan haben.</translation>
    </message>
    <message>
        <source>Collecting the report…</source>
        <translation>Bericht wird zusammengestellt …</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>{0} could not be written ({1}). Choose another folder.</source>
        <translation>{0} ließ sich nicht schreiben ({1}). Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>Gespeichert: {0}</translation>
    </message>
    <message>
        <source>The report could not be written: {0}</source>
        <translation>Der Bericht ließ sich nicht schreiben: {0}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Text (*.txt)</translation>
    </message>
</context>
<context>
    <name>RescueDialog</name>
    <message>
        <source>Save what can be read</source>
        <translation>Lesbares retten</translation>
    </message>
    <message>
        <source>Saving what can be read of “{0}” in {1}.</source>
        <translation>Was von „{0}“ lesbar ist, wird in {1} gespeichert.</translation>
    </message>
    <message>
        <source>Nothing was saved. {0}</source>
        <translation>Nichts wurde gespeichert. {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s) were saved. The damaged project was not changed.</source>
        <translation>
            <numerusform>%Ln Transkription wurde gespeichert. Das beschädigte Projekt wurde nicht geändert.</numerusform>
            <numerusform>%Ln Transkriptionen wurden gespeichert. Das beschädigte Projekt wurde nicht geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The new project can be opened like any other:</source>
        <translation>Das neue Projekt lässt sich wie jedes andere öffnen:</translation>
    </message>
</context>
<context>
    <name>Research</name>
    <message>
        <source>Research was switched on: “{0}” belongs to it.</source>
        <translation>Forschung wurde eingeschaltet: „{0}“ gehört dazu.</translation>
    </message>
    <message>
        <source>Switch it off</source>
        <translation>Ausschalten</translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung wiederherstellen</translation>
    </message>
    <message>
        <source>Restoring “{0}”.</source>
        <translation>„{0}“ wird wiederhergestellt.</translation>
    </message>
    <message>
        <source>The backup is restored. The state before is kept as a backup, too.</source>
        <translation>Die Sicherung ist wiederhergestellt. Auch der Stand davor bleibt als Sicherung erhalten.</translation>
    </message>
    <message>
        <source>Nothing was changed. {0}</source>
        <translation>Nichts wurde geändert. {0}</translation>
    </message>
</context>
<context>
    <name>ResultsPanel</name>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>kein Text</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>markiert</translation>
    </message>
</context>
<context>
    <name>ResultsTab</name>
    <message>
        <source>Measure now</source>
        <translation>Jetzt messen</translation>
    </message>
    <message>
        <source>Share of correct suggestions</source>
        <translation>Anteil richtiger Vorschläge</translation>
    </message>
    <message>
        <source>Suggestions by</source>
        <translation>Vorschläge durch</translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation>Wird gemessen …</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Dieses Modell</translation>
    </message>
    <message>
        <source>Of the letters of the test words, {0} would have to be corrected (character error rate).</source>
        <translation>Von den Buchstaben der Testwörter wären {0} zu korrigieren (Zeichenfehlerrate).</translation>
    </message>
    <message numerus="yes">
        <source>Measured on %Ln test image(s) of words the model was trained on and {0} of new words. The 95 % interval stands in brackets.</source>
        <translation>
            <numerusform>Gemessen an %Ln Testbild trainierter Wörter und {0} neuer Wörter. In Klammern steht das 95-%-Intervall.</numerusform>
            <numerusform>Gemessen an %Ln Testbildern trainierter Wörter und {0} neuer Wörter. In Klammern steht das 95-%-Intervall.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them are not in the word list and count as wrong.</source>
        <translation>
            <numerusform>%Ln davon steht nicht in der Wortliste und zählt als falsch.</numerusform>
            <numerusform>%Ln davon stehen nicht in der Wortliste und zählen als falsch.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more test word(s) are left out, because the model, or the starter model with which it began, was trained or calibrated on their images.</source>
        <translation>
            <numerusform>%Ln weiteres Testwort wird ausgelassen, weil das Modell oder das Startmodell, mit dem es begann, mit seinem Bild trainiert oder kalibriert wurde.</numerusform>
            <numerusform>%Ln weitere Testwörter werden ausgelassen, weil das Modell oder das Startmodell, mit dem es begann, mit ihren Bildern trainiert oder kalibriert wurde.</numerusform>
        </translation>
    </message>
    <message>
        <source>Measured {0}.</source>
        <translation>Messung vom {0}.</translation>
    </message>
    <message>
        <source>On pages not yet transcribed, about {0} of 100 suggestions are right.</source>
        <translation>Auf noch nicht transkribierten Seiten sind etwa {0} von 100 Vorschlägen richtig.</translation>
    </message>
    <message>
        <source>So it was with {0} of the test words, when the words that only the test pages brought into the word list were left out of it.</source>
        <translation>So war es bei {0} der Testwörter, wenn in der Wortliste die Wörter fehlten, die nur durch die Testseiten hineinkamen.</translation>
    </message>
    <message>
        <source>They were read together with their lines, as suggestions are.</source>
        <translation>Sie wurden zusammen mit ihren Zeilen gelesen, wie es bei Vorschlägen geschieht.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln test word(s) are then in no list. The table below counts on them, as is usual in the literature.</source>
        <translation>
            <numerusform>%Ln Testwort steht dann in keiner Liste. Die Tabelle unten rechnet mit ihm, wie in der Literatur üblich.</numerusform>
            <numerusform>%Ln Testwörter stehen dann in keiner Liste. Die Tabelle unten rechnet mit ihnen, wie in der Literatur üblich.</numerusform>
        </translation>
    </message>
    <message>
        <source>Read together with their lines, {0} instead of {1} of the test words are suggested correctly; {2} were changed. The table does without.</source>
        <translation>Zusammen mit ihren Zeilen gelesen werden {0} statt {1} der Testwörter richtig vorgeschlagen; {2} wurden geändert. Die Tabelle kommt ohne das aus.</translation>
    </message>
    <message>
        <source>The word list had {0} words when this was measured and has {1} now, so these figures no longer hold. Measure again.</source>
        <translation>Die Wortliste hatte bei der Messung {0} Wörter und hat jetzt {1}, daher gelten diese Zahlen nicht mehr. Messen Sie erneut.</translation>
    </message>
    <message>
        <source>These figures were measured at other thresholds than those in force. Measure again.</source>
        <translation>Diese Zahlen wurden mit anderen Schwellenwerten gemessen, als jetzt in Kraft sind. Messen Sie erneut.</translation>
    </message>
    <message>
        <source>The thresholds were set by hand. If they were chosen by the scores on these test words, the figures are not an independent measurement.</source>
        <translation>Die Schwellenwerte wurden von Hand gesetzt. Wenn sie nach den Werten auf diesen Testwörtern gewählt wurden, sind die Zahlen keine unabhängige Messung.</translation>
    </message>
    <message>
        <source>This model has not been measured yet</source>
        <translation>Dieses Modell wurde noch nicht gemessen</translation>
    </message>
    <message numerus="yes">
        <source>The suggestions for %Ln test word(s) are compared with the transcriptions.</source>
        <translation>
            <numerusform>Die Vorschläge für %Ln Testwort werden mit der Transkription verglichen.</numerusform>
            <numerusform>Die Vorschläge für %Ln Testwörter werden mit den Transkriptionen verglichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no test words</source>
        <translation>Es gibt keine Testwörter</translation>
    </message>
    <message>
        <source>Choose transcribed pages for testing: models are never trained on them, so their accuracy can be measured there.</source>
        <translation>Wählen Sie transkribierte Seiten zum Testen: Modelle werden nie mit ihnen trainiert, daher lässt sich ihre Genauigkeit dort messen.</translation>
    </message>
    <message>
        <source>Choose pages for testing</source>
        <translation>Seiten zum Testen wählen</translation>
    </message>
    <message>
        <source>Measuring on the test words …</source>
        <translation>Messung an den Testwörtern …</translation>
    </message>
    <message>
        <source>One reader alone</source>
        <translation>Ein Erkenner allein</translation>
    </message>
    <message>
        <source>mean of the readers, each choosing the nearest word of the whole word list, without a gate</source>
        <translation>Mittel der Erkenner; jeder wählt das nächste Wort der ganzen Wortliste, ohne Gate</translation>
    </message>
    <message>
        <source>Vote without gates</source>
        <translation>Abstimmung ohne Gates</translation>
    </message>
    <message>
        <source>all readers vote for their nearest word</source>
        <translation>alle Erkenner stimmen für ihr nächstes Wort</translation>
    </message>
    <message>
        <source>Calibrated stacking</source>
        <translation>Calibrated Stacking</translation>
    </message>
    <message>
        <source>all readers vote, each favouring new words by a fixed distance</source>
        <translation>alle Erkenner stimmen ab, jeder bevorzugt neue Wörter um einen festen Abstand</translation>
    </message>
    <message>
        <source>The model&apos;s own vote</source>
        <translation>Die Abstimmung des Modells selbst</translation>
    </message>
    <message>
        <source>each reader first decides whether it was trained on the word, by its gate networks or by what the model card names in their place; all suggestions of this project are made this way</source>
        <translation>jeder Erkenner entscheidet zuerst, ob er auf das Wort trainiert wurde, durch seine Gate-Netze oder durch das, was die Modellkarte an ihrer Stelle nennt; so entstehen alle Vorschläge dieses Projekts</translation>
    </message>
    <message>
        <source>Vote with perfect gates</source>
        <translation>Abstimmung mit perfekten Gates</translation>
    </message>
    <message>
        <source>what the readers would reach if every gate were always right: a bound, not a method</source>
        <translation>was die Erkenner erreichten, wenn jedes Gate immer recht hätte: eine Schranke, kein Verfahren</translation>
    </message>
    <message>
        <source>Rows and columns</source>
        <translation>Zeilen und Spalten</translation>
    </message>
</context>
<context>
    <name>RetrainingOffer</name>
    <message numerus="yes">
        <source>%Ln word(s) were checked since the starter model made suggestions.</source>
        <translation>
            <numerusform>%Ln Wort wurde geprüft, seit das Startmodell Vorschläge erstellt hat.</numerusform>
            <numerusform>%Ln Wörter wurden geprüft, seit das Startmodell Vorschläge erstellt hat.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were checked since the model &apos;{0}&apos; was trained.</source>
        <translation>
            <numerusform>%Ln Wort wurde geprüft, seit das Modell „{0}“ trainiert wurde.</numerusform>
            <numerusform>%Ln Wörter wurden geprüft, seit das Modell „{0}“ trainiert wurde.</numerusform>
        </translation>
    </message>
    <message>
        <source>Set up a first training</source>
        <translation>Erstes Training einrichten</translation>
    </message>
    <message>
        <source>Set up retraining</source>
        <translation>Erneutes Training einrichten</translation>
    </message>
</context>
<context>
    <name>ReviewController</name>
    <message>
        <source>Joined.</source>
        <translation>Verbunden.</translation>
    </message>
    <message>
        <source>Split in two.</source>
        <translation>In zwei geteilt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) marked as not a word.</source>
        <translation>
            <numerusform>%Ln Bild als „kein Wort“ markiert.</numerusform>
            <numerusform>%Ln Bilder als „kein Wort“ markiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was changed: {0}</source>
        <translation>Nichts wurde geändert: {0}</translation>
    </message>
    <message>
        <source>The transcription is kept with the old box; Undo restores it.</source>
        <translation>Die Transkription bleibt beim alten Rahmen; Rückgängig stellt ihn wieder her.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were left out: they were changed since they were shown.</source>
        <translation>
            <numerusform>%Ln Wort wurde ausgelassen: Es wurde geändert, seit es angezeigt wurde.</numerusform>
            <numerusform>%Ln Wörter wurden ausgelassen: Sie wurden geändert, seit sie angezeigt wurden.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewMessages</name>
    <message>
        <source>Words come from pages that are cut into words, or from images of single words.</source>
        <translation>Wörter kommen von Seiten, die in Wörter geschnitten sind, oder aus Bildern einzelner Wörter.</translation>
    </message>
    <message>
        <source>No words to review yet</source>
        <translation>Noch keine Wörter zu prüfen</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Search checked words, too</source>
        <translation>Auch geprüfte Wörter suchen</translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln unchecked word(s) fits “{0}”.</source>
        <translation>
            <numerusform>Kein ungeprüftes Wort passt zu „{0}“ (von %Ln).</numerusform>
            <numerusform>Keines der %Ln ungeprüften Wörter passt zu „{0}“.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln word(s) fits “{0}”.</source>
        <translation>
            <numerusform>Kein Wort passt zu „{0}“ (von %Ln).</numerusform>
            <numerusform>Keines der %Ln Wörter passt zu „{0}“.</numerusform>
        </translation>
    </message>
    <message>
        <source>No word fits the filter</source>
        <translation>Kein Wort passt zum Filter</translation>
    </message>
    <message>
        <source>Look at them again</source>
        <translation>Noch einmal ansehen</translation>
    </message>
    <message numerus="yes">
        <source>All %Ln word(s) are checked. Train a model to get suggestions.</source>
        <translation>
            <numerusform>Alle Wörter sind geprüft (%Ln). Trainieren Sie ein Modell, um Vorschläge zu erhalten.</numerusform>
            <numerusform>Alle %Ln Wörter sind geprüft. Trainieren Sie ein Modell, um Vorschläge zu erhalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A person has checked all %Ln word(s) of this project.</source>
        <translation>
            <numerusform>Alle Wörter dieses Projekts sind von einem Menschen geprüft (%Ln).</numerusform>
            <numerusform>Alle %Ln Wörter dieses Projekts sind von Menschen geprüft.</numerusform>
        </translation>
    </message>
    <message>
        <source>Every word is checked</source>
        <translation>Jedes Wort ist geprüft</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) done in this session. All of it is saved.</source>
        <translation>
            <numerusform>%Ln Wort in dieser Sitzung erledigt. Alles ist gespeichert.</numerusform>
            <numerusform>%Ln Wörter in dieser Sitzung erledigt. Alles ist gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Look for more words</source>
        <translation>Nach weiteren Wörtern suchen</translation>
    </message>
    <message>
        <source>Go back to the last word</source>
        <translation>Zum letzten Wort zurück</translation>
    </message>
    <message>
        <source>That was the last word</source>
        <translation>Das war das letzte Wort</translation>
    </message>
    <message>
        <source>Transcribe them one by one</source>
        <translation>Einzeln transkribieren</translation>
    </message>
    <message>
        <source>A group holds the words with the same suggestion.</source>
        <translation>Eine Gruppe enthält die Wörter mit demselben Vorschlag.</translation>
    </message>
    <message>
        <source>No groups without a model</source>
        <translation>Keine Gruppen ohne Modell</translation>
    </message>
    <message>
        <source>There is no model yet.</source>
        <translation>Es gibt noch kein Modell.</translation>
    </message>
    <message>
        <source>The model has not made suggestions for these words yet.</source>
        <translation>Das Modell hat für diese Wörter noch keine Vorschläge erstellt.</translation>
    </message>
    <message>
        <source>No groups yet</source>
        <translation>Noch keine Gruppen</translation>
    </message>
    <message>
        <source>This word is outside your filter.</source>
        <translation>Dieses Wort liegt außerhalb Ihres Filters.</translation>
    </message>
    <message>
        <source>Back to the queue</source>
        <translation>Zurück zur Warteschlange</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) marked as different, one by one.</source>
        <translation>
            <numerusform>%Ln als abweichend markiertes Wort, einzeln.</numerusform>
            <numerusform>%Ln als abweichend markierte Wörter, einzeln.</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to the groups</source>
        <translation>Zurück zu den Gruppen</translation>
    </message>
    <message>
        <source>New suggestions have arrived.</source>
        <translation>Neue Vorschläge sind eingetroffen.</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>There is no model yet, so there are no suggestions.</source>
        <translation>Es gibt noch kein Modell, also keine Vorschläge.</translation>
    </message>
    <message>
        <source>Transcribe some words, then train a model.</source>
        <translation>Transkribieren Sie einige Wörter und trainieren Sie dann ein Modell.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of these words have no suggestion yet.</source>
        <translation>
            <numerusform>%Ln dieser Wörter hat noch keinen Vorschlag.</numerusform>
            <numerusform>%Ln dieser Wörter haben noch keinen Vorschlag.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add pages</source>
        <translation>Seiten hinzufügen</translation>
    </message>
    <message>
        <source>Suggest readings</source>
        <translation>Vorschläge erstellen</translation>
    </message>
</context>
<context>
    <name>ReviewText</name>
    <message>
        <source>marked as not a word</source>
        <translation>als „kein Wort“ markiert</translation>
    </message>
    <message>
        <source>Alone the word image reads “{0}”; with its line it reads “{1}”.</source>
        <translation>Allein gelesen heißt das Wortbild „{0}“; mit seiner Zeile heißt es „{1}“.</translation>
    </message>
    <message>
        <source>The model has one reader; it chose “{0}”.</source>
        <translation>Das Modell hat einen Erkenner; er wählte „{0}“.</translation>
    </message>
    <message>
        <source>All {0} readers chose “{1}”.</source>
        <translation>Alle {0} Erkenner wählten „{1}“.</translation>
    </message>
    <message>
        <source>{0} of {1} readers chose “{2}”; {3}.</source>
        <translation>{0} von {1} Erkennern wählten „{2}“; {3}.</translation>
    </message>
    <message>
        <source>The vote is a tie; “{0}” is nearest to the word image.</source>
        <translation>Es herrscht Stimmengleichheit; „{0}“ ist dem Wortbild am nächsten.</translation>
    </message>
    <message>
        <source>It looks like a word that is checked as “{0}”.</source>
        <translation>Es sieht einem Wort ähnlich, das als „{0}“ geprüft ist.</translation>
    </message>
    <message>
        <source>Confidence {0} %, but with an earlier word list.</source>
        <translation>Konfidenz {0} %, aber mit einer früheren Wortliste.</translation>
    </message>
    <message>
        <source>Confidence {0} %: the estimated probability that this suggestion is correct.</source>
        <translation>Konfidenz {0} %: die geschätzte Wahrscheinlichkeit, dass dieser Vorschlag richtig ist.</translation>
    </message>
    <message>
        <source>Confidence unknown (starter model), but the letters fit badly: most such suggestions are wrong.</source>
        <translation>Konfidenz unbekannt (Startmodell), aber die Buchstaben passen schlecht: Die meisten solchen Vorschläge sind falsch.</translation>
    </message>
    <message>
        <source>Confidence unknown (starter model).</source>
        <translation>Konfidenz unbekannt (Startmodell).</translation>
    </message>
    <message>
        <source>Confidence not measured.</source>
        <translation>Konfidenz nicht gemessen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s) read “{0}” without the word list; it is not in the list.</source>
        <translation>
            <numerusform>%Ln Erkenner las „{0}“ ohne die Wortliste; es steht nicht in der Liste.</numerusform>
            <numerusform>%Ln Erkenner lasen „{0}“ ohne die Wortliste; es steht nicht in der Liste.</numerusform>
        </translation>
    </message>
    <message>
        <source>The confidence ignores this; check the image.</source>
        <translation>Die Konfidenz berücksichtigt das nicht; prüfen Sie das Bild.</translation>
    </message>
    <message>
        <source>Candidate {0}: {1}, looks like a checked word</source>
        <translation>Kandidat {0}: {1}, sieht einem geprüften Wort ähnlich</translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, not in the word list, read without it by %Ln reader(s)</source>
        <translation>
            <numerusform>Kandidat {0}: {1}, nicht in der Wortliste, ohne sie von %Ln Erkenner gelesen</numerusform>
            <numerusform>Kandidat {0}: {1}, nicht in der Wortliste, ohne sie von %Ln Erkennern gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, not in the word list, distance {2}, spelled by %Ln reader(s)</source>
        <translation>
            <numerusform>Kandidat {0}: {1}, nicht in der Wortliste, Abstand {2}, von %Ln Erkenner buchstabiert</numerusform>
            <numerusform>Kandidat {0}: {1}, nicht in der Wortliste, Abstand {2}, von %Ln Erkennern buchstabiert</numerusform>
        </translation>
    </message>
    <message>
        <source>trained on</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>new word</source>
        <translation>neues Wort</translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, {2}, distance {3}, chosen by %Ln reader(s)</source>
        <translation>
            <numerusform>Kandidat {0}: {1}, {2}, Abstand {3}, von %Ln Erkenner gewählt</numerusform>
            <numerusform>Kandidat {0}: {1}, {2}, Abstand {3}, von %Ln Erkennern gewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Word image without a page</source>
        <translation>Wortbild ohne Seite</translation>
    </message>
    <message>
        <source>Page {0} · {1}</source>
        <translation>Seite {0} · {1}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) left</source>
        <translation>
            <numerusform>noch %Ln Wort</numerusform>
            <numerusform>noch %Ln Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} done in this session</source>
        <translation>{0} in dieser Sitzung erledigt</translation>
    </message>
    <message>
        <source>about {0} at the present pace</source>
        <translation>etwa {0} beim jetzigen Tempo</translation>
    </message>
    <message>
        <source>In no list: the model has one reader; it spells it “{0}”.</source>
        <translation>In keiner Liste: Das Modell hat einen Erkenner; er buchstabiert es „{0}“.</translation>
    </message>
    <message>
        <source>In no list: all {0} readers spell it “{1}”.</source>
        <translation>In keiner Liste: Alle {0} Erkenner buchstabieren es „{1}“.</translation>
    </message>
    <message>
        <source>In no list: {0} of {1} readers spell it “{2}”; {3}.</source>
        <translation>In keiner Liste: {0} von {1} Erkennern buchstabieren es „{2}“; {3}.</translation>
    </message>
    <message>
        <source>It is in the word list now.</source>
        <translation>Jetzt steht es in der Wortliste.</translation>
    </message>
    <message>
        <source>{0} chose “{1}”</source>
        <translation>{0} für „{1}“</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln other word(s)</source>
        <translation>
            <numerusform>%Ln weiteres Wort</numerusform>
            <numerusform>%Ln weitere Wörter</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewView</name>
    <message>
        <source>Finding the words …</source>
        <translation>Wörter werden gesucht …</translation>
    </message>
    <message>
        <source>Filter the words</source>
        <translation>Wörter filtern</translation>
    </message>
    <message>
        <source>Refresh the words</source>
        <translation>Wörter aktualisieren</translation>
    </message>
    <message>
        <source>One by one or in groups</source>
        <translation>Einzeln oder in Gruppen</translation>
    </message>
    <message>
        <source>Filter by clicking</source>
        <translation>Filtern durch Klicken</translation>
    </message>
    <message>
        <source>Show the saved views</source>
        <translation>Gespeicherte Ansichten zeigen</translation>
    </message>
    <message>
        <source>Save this view…</source>
        <translation>Diese Ansicht speichern …</translation>
    </message>
    <message>
        <source>Rename or delete saved views…</source>
        <translation>Gespeicherte Ansichten umbenennen oder löschen …</translation>
    </message>
    <message>
        <source>Brightness and contrast of the scan</source>
        <translation>Helligkeit und Kontrast des Scans</translation>
    </message>
    <message>
        <source>Help on the filter</source>
        <translation>Hilfe zum Filter</translation>
    </message>
</context>
<context>
    <name>RoleMenu</name>
    <message>
        <source>{0} – {1}</source>
        <translation>{0} – {1}</translation>
    </message>
</context>
<context>
    <name>Roles</name>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Testing</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Suggestions only</source>
        <translation>Nur Vorschläge</translation>
    </message>
    <message>
        <source>the model learns from the transcriptions</source>
        <translation>das Modell lernt aus den Transkriptionen</translation>
    </message>
    <message>
        <source>kept from the model, to measure how well it reads</source>
        <translation>dem Modell vorenthalten, um zu messen, wie gut es liest</translation>
    </message>
    <message>
        <source>kept from training and from measuring, for checks of your own</source>
        <translation>von Training und Messung ausgenommen, für eigene Prüfungen</translation>
    </message>
    <message>
        <source>the model suggests; never used for training or measuring</source>
        <translation>das Modell schlägt vor; nie zum Trainieren oder Messen verwendet</translation>
    </message>
</context>
<context>
    <name>RunView</name>
    <message>
        <source>Log of the training</source>
        <translation>Protokoll des Trainings</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
</context>
<context>
    <name>RunsPanel</name>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Every training is listed here with its curves, so that trainings can be compared.</source>
        <translation>Hier steht jedes Training mit seinen Kurven, sodass sich Trainings vergleichen lassen.</translation>
    </message>
    <message>
        <source>No training yet</source>
        <translation>Noch kein Training</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln training(s)? Curves, log and unfinished readers are lost; models are kept.</source>
        <translation>
            <numerusform>%Ln Training löschen? Kurven, Protokoll und unfertige Erkenner gehen verloren; Modelle bleiben erhalten.</numerusform>
            <numerusform>%Ln Trainings löschen? Kurven, Protokoll und unfertige Erkenner gehen verloren; Modelle bleiben erhalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Select one training to see its curves, or several (Ctrl) to compare them.</source>
        <translation>Wählen Sie ein Training aus, um seine Kurven zu sehen, oder mehrere (Strg), um sie zu vergleichen.</translation>
    </message>
    <message>
        <source>Another program, such as a terminal, is running this training. Its curves are updated here too; stop it where it was started.</source>
        <translation>Ein anderes Programm, etwa ein Terminal, führt dieses Training aus. Seine Kurven werden auch hier aktualisiert; angehalten wird es dort, wo es begonnen wurde.</translation>
    </message>
    <message>
        <source>This training was interrupted when its process ended. Finished work is kept: resume it.</source>
        <translation>Dieses Training wurde unterbrochen, als sein Prozess endete. Fertiges bleibt erhalten: Setzen Sie es fort.</translation>
    </message>
    <message>
        <source>Select several (Ctrl) to compare them.</source>
        <translation>Wählen Sie mehrere aus (Strg), um sie zu vergleichen.</translation>
    </message>
</context>
<context>
    <name>SampleStrip</name>
    <message>
        <source>Some of the images</source>
        <translation>Einige der Bilder</translation>
    </message>
</context>
<context>
    <name>SavedViewsMenu</name>
    <message>
        <source>all words</source>
        <translation>alle Wörter</translation>
    </message>
    <message>
        <source>No saved views yet</source>
        <translation>Noch keine gespeicherten Ansichten</translation>
    </message>
    <message>
        <source>Save this view…</source>
        <translation>Diese Ansicht speichern …</translation>
    </message>
    <message>
        <source>Rename or delete views…</source>
        <translation>Ansichten umbenennen oder löschen …</translation>
    </message>
</context>
<context>
    <name>ScanDisplay</name>
    <message>
        <source>Invert the scan</source>
        <translation>Scan invertieren</translation>
    </message>
    <message>
        <source>Show the scan brighter</source>
        <translation>Scan heller zeigen</translation>
    </message>
    <message>
        <source>Show the scan darker</source>
        <translation>Scan dunkler zeigen</translation>
    </message>
    <message>
        <source>More contrast of the scan</source>
        <translation>Mehr Kontrast des Scans</translation>
    </message>
    <message>
        <source>Less contrast of the scan</source>
        <translation>Weniger Kontrast des Scans</translation>
    </message>
    <message>
        <source>Show the scan as it is</source>
        <translation>Scan unverändert zeigen</translation>
    </message>
</context>
<context>
    <name>ScanPanel</name>
    <message>
        <source>Brightness and contrast of the scan</source>
        <translation>Helligkeit und Kontrast des Scans</translation>
    </message>
    <message>
        <source>&amp;Invert: light on dark</source>
        <translation>&amp;Invertieren: hell auf dunkel</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>&amp;Brightness</source>
        <translation>&amp;Helligkeit</translation>
    </message>
    <message>
        <source>&amp;Contrast</source>
        <translation>&amp;Kontrast</translation>
    </message>
    <message>
        <source>This changes only how scans are shown to you in this project, neither files nor suggestions.</source>
        <translation>Das ändert nur, wie Ihnen Scans in diesem Projekt gezeigt werden, weder Dateien noch Vorschläge.</translation>
    </message>
</context>
<context>
    <name>ScoreNames</name>
    <message>
        <source>New, unseen (A_u)</source>
        <translation>Neu, ungesehen (A_u)</translation>
    </message>
    <message>
        <source>Trained on, seen (A_s)</source>
        <translation>Trainiert, gesehen (A_s)</translation>
    </message>
    <message>
        <source>Harmonic mean (h)</source>
        <translation>Harmon. Mittel (h)</translation>
    </message>
    <message>
        <source>The lower (A_b)</source>
        <translation>Kleinerer Wert (A_b)</translation>
    </message>
    <message>
        <source>share of correct suggestions among words not trained on</source>
        <translation>Anteil richtiger Vorschläge unter neuen Wörtern, auf die nicht trainiert wurde</translation>
    </message>
    <message>
        <source>share of correct suggestions among words trained on</source>
        <translation>Anteil richtiger Vorschläge unter trainierten Wörtern</translation>
    </message>
    <message>
        <source>one figure for both, low as soon as one of them is low</source>
        <translation>eine Zahl für beide, niedrig, sobald eine von ihnen niedrig ist</translation>
    </message>
    <message>
        <source>accuracy of the weaker kind</source>
        <translation>Genauigkeit bei der schwächeren Art</translation>
    </message>
</context>
<context>
    <name>ScrollArea</name>
    <message>
        <source>Contents that scroll</source>
        <translation>Inhalt, der sich scrollen lässt</translation>
    </message>
</context>
<context>
    <name>SearchView</name>
    <message>
        <source>Kind of search</source>
        <translation>Art der Suche</translation>
    </message>
    <message>
        <source>By image</source>
        <translation>Nach Bild</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>Im Text</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Go to the search box</source>
        <translation>Zum Suchfeld</translation>
    </message>
    <message>
        <source>Word to find among the word images</source>
        <translation>Wort, das unter den Wortbildern gesucht wird</translation>
    </message>
    <message>
        <source>Text to find in transcriptions and suggestions</source>
        <translation>Text, der in Transkriptionen und Vorschlägen gesucht wird</translation>
    </message>
</context>
<context>
    <name>SessionSummary</name>
    <message numerus="yes">
        <source>%Ln word(s) checked</source>
        <translation>
            <numerusform>%Ln Wort geprüft</numerusform>
            <numerusform>%Ln Wörter geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln minute(s)</source>
        <translation>
            <numerusform>in %Ln Minute</numerusform>
            <numerusform>in %Ln Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them corrected</source>
        <translation>
            <numerusform>%Ln davon berichtigt</numerusform>
            <numerusform>%Ln davon berichtigt</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}: {1} {2}, {3}.</source>
        <translation>{0}: {1} {2}, {3}.</translation>
    </message>
</context>
<context>
    <name>SetupPanel</name>
    <message>
        <source>Measure again</source>
        <translation>Erneut messen</translation>
    </message>
    <message>
        <source>Time some steps of this preset&apos;s readers on this computer</source>
        <translation>Einige Schritte der Erkenner dieser Voreinstellung auf diesem Computer messen</translation>
    </message>
    <message>
        <source>Suggest readings afterwards</source>
        <translation>Danach Vorschläge erstellen</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Training starten</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>{0} is under way. Wait until it has ended, or stop it above.</source>
        <translation>{0}: Dieser Vorgang läuft. Warten Sie, bis er beendet ist, oder halten Sie ihn oben an.</translation>
    </message>
    <message>
        <source>The words are being counted.</source>
        <translation>Die Wörter werden gezählt.</translation>
    </message>
    <message>
        <source>Training cannot start yet: see what is missing above.</source>
        <translation>Ein Training kann noch nicht beginnen: Oben steht, was fehlt.</translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; has another kind of reader than this preset. Choose the preset it was trained with, or no earlier model.</source>
        <translation>Das Modell „{0}“ hat eine andere Art von Erkenner als diese Voreinstellung. Wählen Sie die Voreinstellung, mit der es trainiert wurde, oder kein früheres Modell.</translation>
    </message>
    <message>
        <source>Measure the times</source>
        <translation>Zeiten messen</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>{0}, changed</source>
        <translation>{0}, geändert</translation>
    </message>
    <message>
        <source>Runs on the cluster; the time there is not measured.</source>
        <translation>Läuft auf dem Cluster; die Zeit dort wird nicht gemessen.</translation>
    </message>
    <message>
        <source>Continues from the model &apos;{0}&apos;.</source>
        <translation>Setzt das Modell „{0}“ fort.</translation>
    </message>
    <message>
        <source>Begins with the starter model adapted to this handwriting.</source>
        <translation>Beginnt mit dem an diese Handschrift angepassten Startmodell.</translation>
    </message>
    <message>
        <source>Timing a few steps of this preset&apos;s readers on this computer …</source>
        <translation>Einige Schritte der Erkenner dieser Voreinstellung werden auf diesem Computer gemessen …</translation>
    </message>
    <message>
        <source>The times on this computer are not measured yet.</source>
        <translation>Die Zeiten auf diesem Computer sind noch nicht gemessen.</translation>
    </message>
    <message>
        <source>Times come from steps measured on this computer; memory is computed from sizes.</source>
        <translation>Die Zeiten stammen von Schritten, die auf diesem Computer gemessen wurden; der Speicher ist aus Größen berechnet.</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Voreinstellungen</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>Trainingsdaten</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>Befehl oder Taste suchen</translation>
    </message>
    <message>
        <source>No matching command or key</source>
        <translation>Kein passender Befehl und keine passende Taste</translation>
    </message>
    <message>
        <source>With a project open, the shortcuts of its views are listed, too.</source>
        <translation>Ist ein Projekt geöffnet, stehen hier auch die Tastenkürzel seiner Ansichten.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>On this page</source>
        <translation>Auf dieser Seite</translation>
    </message>
</context>
<context>
    <name>SimplePage</name>
    <message>
        <source>A training teaches the model this handwriting, with the words that you transcribed. You can go on working meanwhile. Afterwards the new model is compared with the present one, and you decide which one is used.</source>
        <translation>Ein Training lehrt das Modell diese Handschrift, mit den Wörtern, die Sie transkribiert haben. Sie können unterdessen weiterarbeiten. Danach wird das neue Modell mit dem bisherigen verglichen, und Sie entscheiden, welches verwendet wird.</translation>
    </message>
    <message>
        <source>Show the results</source>
        <translation>Ergebnisse zeigen</translation>
    </message>
    <message>
        <source>Explain the suggestion for a word</source>
        <translation>Vorschlag für ein Wort erklären</translation>
    </message>
    <message>
        <source>What a training does</source>
        <translation>Was ein Training bewirkt</translation>
    </message>
    <message>
        <source>The model in use</source>
        <translation>Das verwendete Modell</translation>
    </message>
    <message>
        <source>There is no model yet.</source>
        <translation>Es gibt noch kein Modell.</translation>
    </message>
    <message>
        <source>{0}: {1} % of {2} test words are suggested correctly.</source>
        <translation>{0}: {1} % von {2} Testwörtern werden richtig vorgeschlagen.</translation>
    </message>
    <message>
        <source>{0}: {1} % of {2} words were suggested correctly when it was compared.</source>
        <translation>{0}: {1} % von {2} Wörtern wurden beim Vergleich richtig vorgeschlagen.</translation>
    </message>
    <message>
        <source>{0}: not measured yet. Results can measure it.</source>
        <translation>{0}: noch nicht gemessen. Unter Ergebnisse lässt es sich messen.</translation>
    </message>
</context>
<context>
    <name>SingleBoxEditing</name>
    <message>
        <source>This word has no box on a page that could be changed.</source>
        <translation>Dieses Wort hat keinen Rahmen auf einer Seite, der sich ändern ließe.</translation>
    </message>
    <message>
        <source>Reading the new box …</source>
        <translation>Der neue Rahmen wird gelesen …</translation>
    </message>
    <message>
        <source>The new box is read when the running job has ended.</source>
        <translation>Der neue Rahmen wird gelesen, sobald der laufende Vorgang beendet ist.</translation>
    </message>
    <message>
        <source>Arrows move, Shift+arrows resize; drag beside the frame to draw it again.</source>
        <translation>Pfeile verschieben, Umschalt+Pfeile ändern die Größe; neben dem Rahmen ziehen zeichnet ihn neu.</translation>
    </message>
    <message>
        <source>Split (S)</source>
        <translation>Teilen (S)</translation>
    </message>
    <message>
        <source>Join with previous (Shift+J)</source>
        <translation>Mit vorigem verbinden (Umschalt+J)</translation>
    </message>
    <message>
        <source>Join with next (J)</source>
        <translation>Mit nächstem verbinden (J)</translation>
    </message>
    <message>
        <source>Save (Enter)</source>
        <translation>Speichern (Eingabe)</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>Abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Save the box, or split at the line</source>
        <translation>Rahmen speichern oder an der Linie teilen</translation>
    </message>
    <message>
        <source>Leave the box as it was</source>
        <translation>Rahmen lassen, wie er war</translation>
    </message>
    <message>
        <source>Split the word</source>
        <translation>Wort teilen</translation>
    </message>
    <message>
        <source>Join with the next word</source>
        <translation>Mit dem nächsten Wort verbinden</translation>
    </message>
    <message>
        <source>Join with the previous word</source>
        <translation>Mit dem vorigen Wort verbinden</translation>
    </message>
</context>
<context>
    <name>SingleWordView</name>
    <message>
        <source>Previous word (Left)</source>
        <translation>Voriges Wort (Links)</translation>
    </message>
    <message>
        <source>Next word (Right)</source>
        <translation>Nächstes Wort (Rechts)</translation>
    </message>
    <message>
        <source>Not transcribed yet</source>
        <translation>Noch nicht transkribiert</translation>
    </message>
    <message>
        <source>Type the transcription</source>
        <translation>Transkription eingeben</translation>
    </message>
    <message numerus="yes">
        <source>Split into %Ln words (Enter)</source>
        <translation>
            <numerusform>In %Ln Wörter teilen (Eingabe)</numerusform>
            <numerusform>In %Ln Wörter teilen (Eingabe)</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep as one word (Alt+Enter)</source>
        <translation>Als ein Wort lassen (Alt+Eingabe)</translation>
    </message>
    <message numerus="yes">
        <source>“{0}” is %Ln words in one box.</source>
        <translation>
            <numerusform>„{0}“ ist %Ln Wort in einem Rahmen.</numerusform>
            <numerusform>„{0}“ sind %Ln Wörter in einem Rahmen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter saves what you typed · Esc cancels</source>
        <translation>Eingabe speichert, was Sie geschrieben haben · Esc bricht ab</translation>
    </message>
    <message>
        <source>{0} Left and Right go through the words.</source>
        <translation>{0} Links und Rechts gehen durch die Wörter.</translation>
    </message>
    <message>
        <source>Alt+1, Alt+2 … choose a transcription · Enter takes the first · type another one</source>
        <translation>Alt+1, Alt+2 … wählen eine Transkription · Eingabe nimmt die erste · oder eine andere eingeben</translation>
    </message>
    <message>
        <source>Enter accepts · Alt+1–9 choose · type to correct · F2 edits letters or types digits</source>
        <translation>Eingabe nimmt an · Alt+1–9 wählen · Tippen korrigiert · F2 bearbeitet Buchstaben oder gibt Ziffern ein</translation>
    </message>
    <message>
        <source>Accept what is shown and go on</source>
        <translation>Gezeigtes annehmen und weitergehen</translation>
    </message>
    <message>
        <source>Not a word</source>
        <translation>Kein Wort</translation>
    </message>
    <message>
        <source>Choose candidate {0}</source>
        <translation>Kandidat {0} wählen</translation>
    </message>
    <message>
        <source>Keep several typed words as one</source>
        <translation>Mehrere eingegebene Wörter als eines lassen</translation>
    </message>
    <message>
        <source>Edit letters of the text, or type digits</source>
        <translation>Buchstaben des Texts bearbeiten oder Ziffern eingeben</translation>
    </message>
    <message>
        <source>Insert a special character</source>
        <translation>Sonderzeichen einfügen</translation>
    </message>
    <message>
        <source>Discard what was typed</source>
        <translation>Eingabe verwerfen</translation>
    </message>
    <message>
        <source>Show the word on its page</source>
        <translation>Wort auf seiner Seite zeigen</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>Nächstes Wort</translation>
    </message>
    <message>
        <source>Previous word</source>
        <translation>Voriges Wort</translation>
    </message>
    <message>
        <source>Edit the box of the word</source>
        <translation>Rahmen des Worts bearbeiten</translation>
    </message>
    <message>
        <source>Postpone the word</source>
        <translation>Wort zurückstellen</translation>
    </message>
    <message>
        <source>Explain the suggestion</source>
        <translation>Vorschlag erklären</translation>
    </message>
</context>
<context>
    <name>SizePlot</name>
    <message>
        <source>Estimated, common errors included</source>
        <translation>Geschätzt, mit gemeinsamen Fehlern</translation>
    </message>
    <message>
        <source>Estimated if independent</source>
        <translation>Geschätzt, wenn unabhängig</translation>
    </message>
    <message>
        <source>The paper&apos;s formula</source>
        <translation>Formel des Artikels</translation>
    </message>
    <message>
        <source>Expected if independent</source>
        <translation>Erwartet, wenn unabhängig</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Wrong decisions by the number of readers</source>
        <translation>Falsche Entscheidungen nach Zahl der Erkenner</translation>
    </message>
    <message>
        <source>Readers (L)</source>
        <translation>Erkenner (L)</translation>
    </message>
    <message>
        <source>Wrong decisions, %</source>
        <translation>Falsche Entscheidungen, %</translation>
    </message>
    <message>
        <source>now: {0}</source>
        <translation>jetzt: {0}</translation>
    </message>
    <message>
        <source>enough if independent: {0}</source>
        <translation>genug, wenn unabhängig: {0}</translation>
    </message>
    <message>
        <source>enough: {0}</source>
        <translation>genug: {0}</translation>
    </message>
</context>
<context>
    <name>SizeTab</name>
    <message>
        <source>Target accuracy</source>
        <translation>Zielgenauigkeit</translation>
    </message>
    <message>
        <source>Number of readers that is enough</source>
        <translation>Zahl der Erkenner, die genügt</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Wrong now</source>
        <translation>Jetzt falsch</translation>
    </message>
    <message>
        <source>Share of wrong decisions of the present readers</source>
        <translation>Anteil falscher Entscheidungen der jetzigen Erkenner</translation>
    </message>
    <message>
        <source>Enough</source>
        <translation>Genug</translation>
    </message>
    <message>
        <source>Fewest readers that reach the target; none: not even 1,000 do</source>
        <translation>Kleinste Zahl von Erkennern, die das Ziel erreicht; keine: nicht einmal 1000</translation>
    </message>
    <message>
        <source>The starter model has one reader, and no words were set aside to measure it. Its accuracy on test words can be measured under Results.</source>
        <translation>Das Startmodell hat einen Erkenner, und keine Wörter wurden ihm vorenthalten, um ihn zu messen. Seine Genauigkeit an Testwörtern lässt sich unter Ergebnisse messen.</translation>
    </message>
    <message>
        <source>Computing the errors of the readers …</source>
        <translation>Die Fehler der Erkenner werden berechnet …</translation>
    </message>
    <message>
        <source>The readers&apos; errors are unknown</source>
        <translation>Die Fehler der Erkenner sind unbekannt</translation>
    </message>
    <message>
        <source>No images were set aside for one of the readers, so its errors cannot be measured. Transcribe more than one image of some words, then train again.</source>
        <translation>Einem der Erkenner wurden keine Bilder vorenthalten, daher lassen sich seine Fehler nicht messen. Transkribieren Sie von einigen Wörtern mehr als ein Bild und trainieren Sie dann erneut.</translation>
    </message>
    <message>
        <source>Target &amp;accuracy</source>
        <translation>Ziel&amp;genauigkeit</translation>
    </message>
</context>
<context>
    <name>SizeText</name>
    <message>
        <source>No number of readers like these is enough.</source>
        <translation>Keine Zahl solcher Erkenner genügt.</translation>
    </message>
    <message>
        <source>Not even {0} readers like these are estimated to be enough.</source>
        <translation>Nicht einmal {0} solche Erkenner genügen nach der Schätzung.</translation>
    </message>
    <message numerus="yes">
        <source>If they erred independently, %Ln reader(s) would be enough, as estimated.</source>
        <translation>
            <numerusform>Würden sie unabhängig irren, genügte nach der Schätzung %Ln Erkenner.</numerusform>
            <numerusform>Würden sie unabhängig irren, genügten nach der Schätzung %Ln Erkenner.</numerusform>
        </translation>
    </message>
    <message>
        <source>More than {0} readers like these would be needed.</source>
        <translation>Mehr als {0} solche Erkenner wären nötig.</translation>
    </message>
    <message>
        <source>No number of readers like these is estimated to be enough.</source>
        <translation>Nach der Schätzung genügt keine Zahl solcher Erkenner.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s) are estimated to be enough; there are {0}.</source>
        <translation>
            <numerusform>Nach der Schätzung genügt %Ln Erkenner; es gibt {0}.</numerusform>
            <numerusform>Nach der Schätzung genügen %Ln Erkenner; es gibt {0}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} readers like these are estimated to be enough; there are %Ln now.</source>
        <translation>
            <numerusform>Nach der Schätzung genügen {0} solche Erkenner; jetzt gibt es %Ln.</numerusform>
            <numerusform>Nach der Schätzung genügen {0} solche Erkenner; jetzt gibt es %Ln.</numerusform>
        </translation>
    </message>
    <message>
        <source>The readers decide whether they were trained on a word. Shares are those of the kind of word, trained on or new, with more wrong decisions.</source>
        <translation>Die Erkenner entscheiden, ob sie auf ein Wort trainiert wurden. Anteile gelten für die Art von Wörtern, trainiert oder neu, mit mehr falschen Entscheidungen.</translation>
    </message>
    <message>
        <source>For so few readers the paper&apos;s formula allows any share of wrong decisions: it excludes nothing. That is usual.</source>
        <translation>Für so wenige Erkenner erlaubt die Formel des Artikels jeden Anteil falscher Entscheidungen: Sie schließt nichts aus. Das ist üblich.</translation>
    </message>
    <message>
        <source>Estimated, common errors included</source>
        <translation>Geschätzt, mit gemeinsamen Fehlern</translation>
    </message>
    <message>
        <source>The paper&apos;s theorem on exchangeable readers in a form that holds: Cantelli&apos;s bound with the correlation of two readers&apos; votes, measured on test words. The printed formula takes the votes as independent.</source>
        <translation>Der Satz des Artikels über austauschbare Erkenner in einer Form, die gilt: Cantellis Schranke mit der an Testwörtern gemessenen Korrelation der Stimmen zweier Erkenner. Die gedruckte Formel nimmt die Stimmen als unabhängig an.</translation>
    </message>
    <message>
        <source>Estimated bound, if readers err independently</source>
        <translation>Geschätzte Schranke, wenn Erkenner unabhängig irren</translation>
    </message>
    <message>
        <source>The paper&apos;s Theorems 1 and 2 with Hoeffding&apos;s sharper inequality in place of Chernoff&apos;s, at the best number of votes.</source>
        <translation>Die Sätze 1 und 2 des Artikels mit Hoeffdings schärferer Ungleichung statt der von Chernoff, bei der besten Zahl von Stimmen.</translation>
    </message>
    <message>
        <source>The paper&apos;s formula, likewise</source>
        <translation>Die Formel des Artikels, ebenso</translation>
    </message>
    <message>
        <source>Theorem 2 as printed, at its best eta: A statistical approach to bias in zero-shot learning (Chew, Chia, Chanda, Ghosh and Mukherjee).</source>
        <translation>Satz 2 wie gedruckt, bei seinem besten Eta: A statistical approach to bias in zero-shot learning (Chew, Chia, Chanda, Ghosh und Mukherjee).</translation>
    </message>
    <message>
        <source>Expected, if readers err independently</source>
        <translation>Erwartet, wenn Erkenner unabhängig irren</translation>
    </message>
    <message>
        <source>Not a bound but the exact distribution of the votes (the paper&apos;s Appendix B.1).</source>
        <translation>Keine Schranke, sondern die exakte Verteilung der Stimmen (Anhang B.1 des Artikels).</translation>
    </message>
    <message>
        <source>Measured on test words</source>
        <translation>Gemessen an Testwörtern</translation>
    </message>
    <message>
        <source>The same rule, “trained on” if at least m readers vote for it, measured on subsets of the current readers.</source>
        <translation>Dieselbe Regel, „trainiert“, wenn mindestens m Erkenner dafür stimmen, gemessen an Teilmengen der jetzigen Erkenner.</translation>
    </message>
    <message>
        <source>On images set aside from training the readers&apos; decisions are no better than chance, and a vote does not improve that. Transcribe more words, then train again.</source>
        <translation>Auf vorenthaltenen Bildern sind die Entscheidungen der Erkenner nicht besser als der Zufall, und eine Abstimmung verbessert das nicht. Transkribieren Sie weitere Wörter und trainieren Sie dann erneut.</translation>
    </message>
    <message>
        <source>With one reader alone it is unknown whether readers err on the same images.</source>
        <translation>Bei nur einem Erkenner ist unbekannt, ob Erkenner bei denselben Bildern irren.</translation>
    </message>
    <message>
        <source>Whether they do is unknown: measuring it takes test words with suggestions, both trained on and new. As a rule readers err on the same images, and then more readers are needed, or no number is enough.</source>
        <translation>Ob sie es tun, ist unbekannt: Die Messung braucht Testwörter mit Vorschlägen, trainierte wie neue. In der Regel irren Erkenner bei denselben Bildern; dann sind mehr Erkenner nötig, oder keine Zahl genügt.</translation>
    </message>
    <message>
        <source>On the test words they erred together no more often than by chance.</source>
        <translation>An den Testwörtern irrten sie nicht öfter gemeinsam, als es der Zufall ergibt.</translation>
    </message>
    <message>
        <source>They err on the same images, such as those with a blot or an odd letter: their votes are correlated ({0} on words trained on, {1} on new words).</source>
        <translation>Sie irren bei denselben Bildern, etwa solchen mit einem Klecks oder einem ungewöhnlichen Buchstaben: Ihre Stimmen sind korreliert ({0} bei trainierten Wörtern, {1} bei neuen).</translation>
    </message>
    <message>
        <source>However many such readers vote, the bound must allow for {0} of wrong decisions. Better or different readers help: more transcribed words, another preset.</source>
        <translation>Wie viele solche Erkenner auch abstimmen, die Schranke muss {0} falsche Entscheidungen zulassen. Bessere oder andere Erkenner helfen: mehr transkribierte Wörter, eine andere Voreinstellung.</translation>
    </message>
    <message>
        <source>This was measured on few words ({0} and {1}) and is only a hint.</source>
        <translation>Das wurde an wenigen Wörtern gemessen ({0} und {1}) und ist nur ein Hinweis.</translation>
    </message>
    <message>
        <source>The data are clear in this: with 95 % confidence no number of such readers is enough.</source>
        <translation>Die Daten sind hierin eindeutig: Mit 95 % Sicherheit genügt keine Zahl solcher Erkenner.</translation>
    </message>
    <message>
        <source>The number is uncertain: with 95 % confidence it is {0} or more, and perhaps no number is enough. It rests on estimates from few images.</source>
        <translation>Die Zahl ist unsicher: Mit 95 % Sicherheit ist sie {0} oder mehr, und vielleicht genügt keine Zahl. Sie beruht auf Schätzungen aus wenigen Bildern.</translation>
    </message>
    <message>
        <source>With 95 % confidence the number lies between {0} and {1}: it rests on estimates.</source>
        <translation>Mit 95 % Sicherheit liegt die Zahl zwischen {0} und {1}: Sie beruht auf Schätzungen.</translation>
    </message>
    <message numerus="yes">
        <source>Measured with all %Ln readers: {0} of wrong decisions, on {1} images of words trained on and {2} of new words. Expected of independent readers: {3}.</source>
        <translation>
            <numerusform>Gemessen mit %Ln Erkenner: {0} falsche Entscheidungen, an {1} Bildern trainierter und {2} neuer Wörter. Von unabhängigen Erkennern zu erwarten: {3}.</numerusform>
            <numerusform>Gemessen mit allen %Ln Erkennern: {0} falsche Entscheidungen, an {1} Bildern trainierter und {2} neuer Wörter. Von unabhängigen Erkennern zu erwarten: {3}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On these images %Ln reader(s) reached the target; that proves nothing for other words.</source>
        <translation>
            <numerusform>An diesen Bildern erreichte %Ln Erkenner das Ziel; für andere Wörter beweist das nichts.</numerusform>
            <numerusform>An diesen Bildern erreichten %Ln Erkenner das Ziel; für andere Wörter beweist das nichts.</numerusform>
        </translation>
    </message>
    <message>
        <source>The curves take the measured error rates as exact: those of one reader alone on images set aside for it, at the thresholds in force, {0} on words trained on (95 % interval {1}) and {2} on new words ({3}). Training chose its thresholds on the same images, so these rates are a little too good.</source>
        <translation>Die Kurven nehmen die gemessenen Fehlerraten als exakt an: die eines Erkenners allein auf ihm vorenthaltenen Bildern, bei den Schwellenwerten in Kraft, {0} bei trainierten Wörtern (95-%-Intervall {1}) und {2} bei neuen ({3}). Das Training hat seine Schwellenwerte an denselben Bildern gewählt, daher sind diese Raten ein wenig zu gut.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>Skipped</name>
    <message>
        <source>Images are elsewhere…</source>
        <translation>Bilder liegen anderswo …</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Items left out, with the reasons</source>
        <translation>Ausgelassene Einträge mit den Gründen</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
</context>
<context>
    <name>SkippedDialog</name>
    <message>
        <source>Notes on the import</source>
        <translation>Hinweise zum Import</translation>
    </message>
    <message>
        <source>Left out of the import</source>
        <translation>Beim Import ausgelassen</translation>
    </message>
    <message>
        <source>Nothing was left out. The notes say what was chosen, or imported otherwise than usual.</source>
        <translation>Nichts wurde ausgelassen. Die Hinweise sagen, was ausgewählt oder anders als üblich importiert wurde.</translation>
    </message>
    <message>
        <source>These items were not imported, but for the notes. Correct them in the source, then import it again.</source>
        <translation>Diese Teile wurden nicht importiert, außer wo es nur einen Hinweis gibt. Berichtigen Sie sie in der Quelle und importieren Sie diese erneut.</translation>
    </message>
    <message>
        <source>These items were not imported. Correct them in the source, then import it again.</source>
        <translation>Diese Teile wurden nicht importiert. Berichtigen Sie sie in der Quelle und importieren Sie diese erneut.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>SpecialCharacters</name>
    <message>
        <source>Special characters</source>
        <translation>Sonderzeichen</translation>
    </message>
    <message>
        <source>Special characters (Alt+C)</source>
        <translation>Sonderzeichen (Alt+C)</translation>
    </message>
</context>
<context>
    <name>SpectrumTab</name>
    <message>
        <source>Computing the signatures of the word list …</source>
        <translation>Die Wortsignaturen der Wortliste werden berechnet …</translation>
    </message>
    <message>
        <source>Add words to the word list</source>
        <translation>Wörter zur Wortliste hinzufügen</translation>
    </message>
    <message>
        <source>From two words on, this tab shows how few numbers distinguish the words of the list.</source>
        <translation>Ab zwei Wörtern zeigt dieses Register, wie wenige Zahlen die Wörter der Liste unterscheiden.</translation>
    </message>
    <message>
        <source>The word list is too short</source>
        <translation>Die Wortliste ist zu kurz</translation>
    </message>
    <message>
        <source>Every word has a signature: a long row of numbers for the strokes and letters in its parts. The curve shows how much of the variance between words a few directions hold: 15 hold {0} %, 30 hold {1} %. That is why few numbers are enough for the gates.</source>
        <translation>Jedes Wort hat eine Wortsignatur: eine lange Reihe von Zahlen für die Striche und Buchstaben in seinen Teilen. Die Kurve zeigt, welchen Teil der Varianz zwischen den Wörtern wenige Richtungen enthalten: 15 enthalten {0} %, 30 enthalten {1} %. Deshalb genügen den Gates wenige Zahlen.</translation>
    </message>
    <message>
        <source>Computed on {0} of {1} words, drawn at random.</source>
        <translation>Berechnet an {0} von {1} zufällig gezogenen Wörtern.</translation>
    </message>
    <message>
        <source>Computed on all {0} words.</source>
        <translation>Berechnet an allen {0} Wörtern.</translation>
    </message>
</context>
<context>
    <name>SpeedBenchmark</name>
    <message>
        <source>Times measured while another job runs would be too long. Measure later.</source>
        <translation>Während ein anderer Vorgang läuft, fielen die gemessenen Zeiten zu lang aus. Messen Sie später.</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Start with an empty project and import scans, word images or transcriptions.</source>
        <translation>Mit einem leeren Projekt beginnen und Scans, Wortbilder oder Transkriptionen importieren.</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Continue a project on this computer: a folder whose name ends in .ductus.</source>
        <translation>Ein Projekt auf diesem Computer weiterführen: einen Ordner, dessen Name auf .ductus endet.</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Demo ausprobieren</translation>
    </message>
    <message>
        <source>Explore 14 pages of artificial handwriting. Your own files are not touched.</source>
        <translation>14 Seiten künstlicher Handschrift erkunden. Ihre eigenen Dateien bleiben unberührt.</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Rundgang beginnen</translation>
    </message>
    <message>
        <source>Read the guide</source>
        <translation>Handbuch lesen</translation>
    </message>
    <message>
        <source>My project</source>
        <translation>Mein Projekt</translation>
    </message>
    <message>
        <source>Create the project</source>
        <translation>Projekt anlegen</translation>
    </message>
    <message>
        <source>Where should the new project go?</source>
        <translation>Wo soll das neue Projekt liegen?</translation>
    </message>
    <message>
        <source>Files to import</source>
        <translation>Dateien zum Importieren</translation>
    </message>
    <message>
        <source>Open the project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Choose the folder of the project (its name ends in .ductus)</source>
        <translation>Ordner des Projekts wählen (sein Name endet auf .ductus)</translation>
    </message>
    <message>
        <source>The folder {0} cannot be created ({1}).</source>
        <translation>Der Ordner {0} lässt sich nicht anlegen ({1}).</translation>
    </message>
    <message>
        <source>Ductus demo</source>
        <translation>Ductus-Demo</translation>
    </message>
    <message>
        <source>{0} is not a Ductus project: there is no {1} in it. Choose a folder whose name ends in {2}.</source>
        <translation>{0} ist kein Ductus-Projekt: Es enthält kein {1}. Wählen Sie einen Ordner, dessen Name auf {2} endet.</translation>
    </message>
    <message>
        <source>Reads scanned handwriting word by word and shows how certain each reading is.</source>
        <translation>Liest gescannte Handschrift Wort für Wort und zeigt, wie sicher jede Lesung ist.</translation>
    </message>
    <message>
        <source>New here?</source>
        <translation>Neu hier?</translation>
    </message>
</context>
<context>
    <name>StarterBar</name>
    <message>
        <source>No word is transcribed yet. {0}</source>
        <translation>Noch kein Wort ist transkribiert. {0}</translation>
    </message>
</context>
<context>
    <name>StarterBox</name>
    <message>
        <source>Or without training</source>
        <translation>Oder ohne Training</translation>
    </message>
</context>
<context>
    <name>StarterOffer</name>
    <message>
        <source>The starter model is suggesting readings; you can go on working.</source>
        <translation>Das Startmodell erstellt Vorschläge; Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>The starter model can suggest readings without training. It chooses among the words of the word list, which is empty: choose the language of the writing, or add a list of your own in Collection.</source>
        <translation>Das Startmodell kann ohne Training Vorschläge erstellen. Es wählt unter den Wörtern der Wortliste, und diese ist leer: Wählen Sie die Sprache der Schrift oder fügen Sie in der Sammlung eine eigene Liste hinzu.</translation>
    </message>
    <message>
        <source>The starter model can suggest readings without training. Correct some of them, then train a model on this handwriting.</source>
        <translation>Das Startmodell kann ohne Training Vorschläge erstellen. Korrigieren Sie einige davon und trainieren Sie dann ein Modell auf diese Handschrift.</translation>
    </message>
    <message>
        <source>Choose the language…</source>
        <translation>Sprache wählen …</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>Startmodell verwenden</translation>
    </message>
    <message numerus="yes">
        <source>The starter model has suggested readings for %Ln word(s). Check some of them.</source>
        <translation>
            <numerusform>Das Startmodell hat für %Ln Wort einen Vorschlag erstellt. Prüfen Sie ihn.</numerusform>
            <numerusform>Das Startmodell hat für %Ln Wörter Vorschläge erstellt. Prüfen Sie einige davon.</numerusform>
        </translation>
    </message>
    <message>
        <source>Check them</source>
        <translation>Prüfen</translation>
    </message>
</context>
<context>
    <name>StatisticsPanel</name>
    <message>
        <source>Statistics of this collection</source>
        <translation>Statistik dieser Sammlung</translation>
    </message>
    <message numerus="yes">
        <source>page(s)</source>
        <translation>
            <numerusform>Seite</numerusform>
            <numerusform>Seiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) on these pages or imported as word images</source>
        <translation>
            <numerusform>Wort auf diesen Seiten oder als Wortbild importiert</numerusform>
            <numerusform>Wörter auf diesen Seiten oder als Wortbilder importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of these are word images without a page</source>
        <translation>
            <numerusform>davon ist ein Wortbild ohne Seite</numerusform>
            <numerusform>davon sind Wortbilder ohne Seite</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) checked by a person ({0} of all)</source>
        <translation>
            <numerusform>von einem Menschen geprüftes Wort ({0} von allen)</numerusform>
            <numerusform>von Menschen geprüfte Wörter ({0} von allen)</numerusform>
        </translation>
    </message>
    <message>
        <source>typed or imported</source>
        <translation>eingegeben oder importiert</translation>
    </message>
    <message>
        <source>accepted: suggestions and aligned words</source>
        <translation>angenommen: Vorschläge und zugeordnete Wörter</translation>
    </message>
    <message>
        <source>aligned automatically with the text of their line</source>
        <translation>dem Text ihrer Zeile automatisch zugeordnet</translation>
    </message>
    <message numerus="yes">
        <source>suggested: word(s) the model was trained on</source>
        <translation>
            <numerusform>vorgeschlagen: trainiertes Wort</numerusform>
            <numerusform>vorgeschlagen: trainierte Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>suggested: new word(s)</source>
        <translation>
            <numerusform>vorgeschlagen: neues Wort</numerusform>
            <numerusform>vorgeschlagen: neue Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>suggested: word(s) in no list</source>
        <translation>
            <numerusform>vorgeschlagen: Wort in keiner Liste</numerusform>
            <numerusform>vorgeschlagen: Wörter in keiner Liste</numerusform>
        </translation>
    </message>
    <message>
        <source>suggested: uncertain</source>
        <translation>vorgeschlagen: unsicher</translation>
    </message>
    <message>
        <source>no suggestion yet</source>
        <translation>noch kein Vorschlag</translation>
    </message>
    <message numerus="yes">
        <source>{0}: {1}; %Ln with a transcription</source>
        <translation>
            <numerusform>{0}: {1}; %Ln mit Transkription</numerusform>
            <numerusform>{0}: {1}; %Ln mit Transkription</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>different word(s) among the transcriptions</source>
        <translation>
            <numerusform>verschiedenes Wort unter den Transkriptionen</numerusform>
            <numerusform>verschiedene Wörter unter den Transkriptionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of them occur only once</source>
        <translation>
            <numerusform>davon kommt nur einmal vor</numerusform>
            <numerusform>davon kommen nur einmal vor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) checked</source>
        <translation>
            <numerusform>Wort geprüft</numerusform>
            <numerusform>Wörter geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of them were suggested otherwise</source>
        <translation>
            <numerusform>davon war anders vorgeschlagen</numerusform>
            <numerusform>davon waren anders vorgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>minute(s), without long pauses</source>
        <translation>
            <numerusform>Minute, ohne lange Pausen</numerusform>
            <numerusform>Minuten, ohne lange Pausen</numerusform>
        </translation>
    </message>
    <message>
        <source>The collection</source>
        <translation>Die Sammlung</translation>
    </message>
    <message>
        <source>Checked by a person</source>
        <translation>Von Menschen geprüft</translation>
    </message>
    <message>
        <source>Since the project was opened</source>
        <translation>Seit dem Öffnen des Projekts</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Use of the words</source>
        <translation>Verwendung der Wörter</translation>
    </message>
    <message>
        <source>Different words</source>
        <translation>Verschiedene Wörter</translation>
    </message>
    <message>
        <source>Writers</source>
        <translation>Schreiber</translation>
    </message>
    <message numerus="yes">
        <source>word(s) by {0}</source>
        <translation>
            <numerusform>Wort von {0}</numerusform>
            <numerusform>Wörter von {0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>words by %Ln more writer(s)</source>
        <translation>
            <numerusform>Wörter von %Ln weiterem Schreiber</numerusform>
            <numerusform>Wörter von %Ln weiteren Schreibern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) without a writer in the source</source>
        <translation>
            <numerusform>Wort ohne Schreiber in der Quelle</numerusform>
            <numerusform>Wörter ohne Schreiber in der Quelle</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Drag a box around a word, or press Enter for one in the middle. Esc cancels.</source>
        <translation>Ziehen Sie einen Rahmen um ein Wort, oder drücken Sie Eingabe für einen in der Mitte. Esc bricht ab.</translation>
    </message>
    <message>
        <source>Click where the word is to be split, or move the line with ← → and press Enter.</source>
        <translation>Klicken Sie, wo das Wort geteilt werden soll, oder verschieben Sie die Linie mit ← → und drücken Sie Eingabe.</translation>
    </message>
    <message>
        <source>Click a box, then drag it or its handles. Arrows move it, Shift+arrows resize it.</source>
        <translation>Klicken Sie einen Rahmen an und ziehen Sie ihn oder seine Griffe. Pfeile verschieben ihn, Umschalt+Pfeile ändern die Größe.</translation>
    </message>
    <message>
        <source>Drag to draw a line. Click one to select it, then drag it or its handles; the arrows move it, too.</source>
        <translation>Ziehen zeichnet eine Zeile. Ein Klick wählt eine aus; ziehen Sie sie oder ihre Griffe; auch die Pfeile verschieben sie.</translation>
    </message>
    <message>
        <source>Click a line where it ends and another begins; with Shift it is cut lengthwise.</source>
        <translation>Klicken Sie in eine Zeile, wo sie endet und eine andere beginnt; mit Umschalt wird sie der Länge nach geteilt.</translation>
    </message>
    <message>
        <source>Click the lines in the order in which they are read. Enter ends, Esc cancels.</source>
        <translation>Klicken Sie die Zeilen in der Reihenfolge an, in der sie gelesen werden. Eingabe beendet, Esc bricht ab.</translation>
    </message>
    <message>
        <source>Click a word to transcribe it, or press Enter. Drag to move the page.</source>
        <translation>Klicken Sie ein Wort an, um es zu transkribieren, oder drücken Sie Eingabe. Ziehen verschiebt die Seite.</translation>
    </message>
    <message>
        <source>{0} of {1} words on this page selected</source>
        <translation>{0} von {1} Wörtern auf dieser Seite ausgewählt</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>Noch kein Text</translation>
    </message>
    <message>
        <source>by {0} on {1}</source>
        <translation>von {0} am {1}</translation>
    </message>
    <message>
        <source>model {0}</source>
        <translation>Modell {0}</translation>
    </message>
    <message>
        <source>{0} of {1} readers spell it so</source>
        <translation>{0} von {1} Erkennern buchstabieren es so</translation>
    </message>
    <message>
        <source>{0} of {1} readers chose this word</source>
        <translation>{0} von {1} Erkennern wählten dieses Wort</translation>
    </message>
    <message>
        <source>cut by the gaps between words</source>
        <translation>nach den Wortzwischenräumen geschnitten</translation>
    </message>
    <message>
        <source>its letters fit well</source>
        <translation>seine Buchstaben passen gut</translation>
    </message>
    <message>
        <source>its letters fit badly</source>
        <translation>seine Buchstaben passen schlecht</translation>
    </message>
    <message>
        <source>confidence {0} % (earlier word list)</source>
        <translation>Konfidenz {0} % (frühere Wortliste)</translation>
    </message>
    <message>
        <source>confidence {0} %</source>
        <translation>Konfidenz {0} %</translation>
    </message>
    <message>
        <source>confidence unknown (starter model), but the letters fit badly</source>
        <translation>Konfidenz unbekannt (Startmodell), aber die Buchstaben passen schlecht</translation>
    </message>
    <message>
        <source>confidence unknown (starter model)</source>
        <translation>Konfidenz unbekannt (Startmodell)</translation>
    </message>
    <message>
        <source>confidence not measured</source>
        <translation>Konfidenz nicht gemessen</translation>
    </message>
    <message>
        <source>marked as not a word</source>
        <translation>als „kein Wort“ markiert</translation>
    </message>
    <message>
        <source>imported with the page</source>
        <translation>mit der Seite importiert</translation>
    </message>
</context>
<context>
    <name>StopQuestion</name>
    <message>
        <source>{0}: this is still running.</source>
        <translation>{0}: Dieser Vorgang läuft noch.</translation>
    </message>
    <message>
        <source>Leaving the project stops it. Its finished work and all your transcriptions are kept.</source>
        <translation>Beim Verlassen des Projekts wird er angehalten. Fertiges und alle Ihre Transkriptionen bleiben erhalten.</translation>
    </message>
    <message>
        <source>Stop it and leave</source>
        <translation>Anhalten und verlassen</translation>
    </message>
    <message>
        <source>Keep it running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
</context>
<context>
    <name>TakeOutDialog</name>
    <message>
        <source>Take out pages as a part</source>
        <translation>Seiten als Teilprojekt ausgliedern</translation>
    </message>
    <message>
        <source>A part is a small project with the pages you choose. Another person can work on it while you go on here; then merge it back. Where you both transcribe a word differently, both texts are kept for you to compare.</source>
        <translation>Ein Teilprojekt ist ein kleines Projekt mit den Seiten, die Sie wählen. Jemand anders kann daran arbeiten, während Sie hier weitermachen; danach führen Sie es wieder zusammen. Wo beide ein Wort verschieden transkribieren, bleiben beide Texte zum Vergleich erhalten.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>With the active model and its suggestions</source>
        <translation>Mit dem aktiven Modell und seinen Vorschlägen</translation>
    </message>
    <message>
        <source>Without the transcriptions, to compare two independent readings</source>
        <translation>Ohne die Transkriptionen, um zwei unabhängige Lesungen zu vergleichen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Take out…</source>
        <translation>Ausgliedern …</translation>
    </message>
    <message>
        <source>{0} · {1} of {2} words checked</source>
        <translation>{0} · {1} von {2} Wörtern geprüft</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) chosen</source>
        <translation>
            <numerusform>%Ln Seite gewählt</numerusform>
            <numerusform>%Ln Seiten gewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} part</source>
        <translation>{0} Teil</translation>
    </message>
    <message>
        <source>Where should the part go?</source>
        <translation>Wo soll das Teilprojekt liegen?</translation>
    </message>
    <message>
        <source>Take out here</source>
        <translation>Hierher ausgliedern</translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message>
        <source>Words found, in page order</source>
        <translation>Gefundene Wörter, in Seitenreihenfolge</translation>
    </message>
    <message>
        <source>How to compare the text</source>
        <translation>Wie der Text verglichen wird</translation>
    </message>
    <message>
        <source>Somewhere in the word</source>
        <translation>Irgendwo im Wort</translation>
    </message>
    <message>
        <source>The whole word</source>
        <translation>Das ganze Wort</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß und klein unterscheiden</translation>
    </message>
    <message>
        <source>Include suggestions</source>
        <translation>Mit Vorschlägen</translation>
    </message>
    <message>
        <source>Find words by their text</source>
        <translation>Wörter nach ihrem Text finden</translation>
    </message>
    <message>
        <source>Type a part of a word, a whole word or a regular expression. Checked words are found by their transcriptions, all others by the suggestions of the model.</source>
        <translation>Geben Sie einen Teil eines Worts, ein ganzes Wort oder einen regulären Ausdruck ein. Geprüfte Wörter werden nach ihren Transkriptionen gefunden, alle anderen nach den Vorschlägen des Modells.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) found</source>
        <translation>
            <numerusform>%Ln Wort gefunden</numerusform>
            <numerusform>%Ln Wörter gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>No transcription or suggestion matches “{0}”. Its image may still be found.</source>
        <translation>Keine Transkription und kein Vorschlag passt zu „{0}“. Das Bild lässt sich vielleicht trotzdem finden.</translation>
    </message>
    <message>
        <source>No transcription matches “{0}”. Its image may still be found.</source>
        <translation>Keine Transkription passt zu „{0}“. Das Bild lässt sich vielleicht trotzdem finden.</translation>
    </message>
    <message>
        <source>No word has this text</source>
        <translation>Kein Wort hat diesen Text</translation>
    </message>
    <message>
        <source>Search by image</source>
        <translation>Nach Bild suchen</translation>
    </message>
    <message>
        <source>This search is not possible</source>
        <translation>Diese Suche ist nicht möglich</translation>
    </message>
</context>
<context>
    <name>ThresholdPanel</name>
    <message>
        <source>Reader whose threshold is moved</source>
        <translation>Erkenner, dessen Schwellenwert verschoben wird</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwellenwert</translation>
    </message>
    <message>
        <source>Threshold, as a number</source>
        <translation>Schwellenwert als Zahl</translation>
    </message>
    <message>
        <source>Applying the thresholds</source>
        <translation>Schwellenwerte werden angewendet</translation>
    </message>
    <message>
        <source>Apply these thresholds</source>
        <translation>Diese Schwellenwerte anwenden</translation>
    </message>
    <message>
        <source>Restore the trained thresholds</source>
        <translation>Trainierte Schwellenwerte wiederherstellen</translation>
    </message>
    <message>
        <source>Moves the threshold of every reader by this number of votes.</source>
        <translation>Verschiebt den Schwellenwert jedes Erkenners um diese Zahl von Stimmen.</translation>
    </message>
    <message>
        <source>Votes (of {0}) needed to treat a word as trained on.</source>
        <translation>Stimmen (von {0}), die nötig sind, um ein Wort als trainiert zu behandeln.</translation>
    </message>
    <message numerus="yes">
        <source>Correct, of %Ln test word(s):</source>
        <translation>
            <numerusform>Richtig, von %Ln Testwort:</numerusform>
            <numerusform>Richtig, von %Ln Testwörtern:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestion(s) would change, {0} of them for unchecked words.</source>
        <translation>
            <numerusform>%Ln Vorschlag würde sich ändern, davon {0} für ungeprüfte Wörter.</numerusform>
            <numerusform>%Ln Vorschläge würden sich ändern, davon {0} für ungeprüfte Wörter.</numerusform>
        </translation>
    </message>
    <message>
        <source>No suggestion changes: these are the thresholds in force.</source>
        <translation>Kein Vorschlag ändert sich: Dies sind die Schwellenwerte in Kraft.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestion(s) in no list stay at any threshold: they are spelled, not chosen.</source>
        <translation>
            <numerusform>%Ln Vorschlag in keiner Liste bleibt bei jedem Schwellenwert: Er ist buchstabiert, nicht gewählt.</numerusform>
            <numerusform>%Ln Vorschläge in keiner Liste bleiben bei jedem Schwellenwert: Sie sind buchstabiert, nicht gewählt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This model has not read the %Ln test word(s) yet: Results measures it on them.</source>
        <translation>
            <numerusform>Dieses Modell hat das %Ln Testwort noch nicht gelesen: Ergebnisse misst es daran.</numerusform>
            <numerusform>Dieses Modell hat die %Ln Testwörter noch nicht gelesen: Ergebnisse misst es daran.</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no test words for this model.</source>
        <translation>Für dieses Modell gibt es keine Testwörter.</translation>
    </message>
    <message>
        <source>The figures are those of each reader alone (on average) on training words set aside for it, X and X&apos;:</source>
        <translation>Die Zahlen sind die jedes Erkenners allein (im Mittel) an ihm vorenthaltenen Trainingswörtern, X und X′:</translation>
    </message>
    <message>
        <source>The figures are those of this reader alone on training words set aside for it, X and X&apos;:</source>
        <translation>Die Zahlen sind die dieses Erkenners allein an ihm vorenthaltenen Trainingswörtern, X und X′:</translation>
    </message>
    <message>
        <source>95 % interval: {0} to {1}</source>
        <translation>95-%-Intervall: {0} bis {1}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were voted on at other thresholds. Apply these to update them.</source>
        <translation>
            <numerusform>Über %Ln Wort wurde mit anderen Schwellenwerten abgestimmt. Wenden Sie diese an, um es zu aktualisieren.</numerusform>
            <numerusform>Über %Ln Wörter wurde mit anderen Schwellenwerten abgestimmt. Wenden Sie diese an, um sie zu aktualisieren.</numerusform>
        </translation>
    </message>
    <message>
        <source>A threshold that is chosen by these scores makes them too good: they are no longer an independent measurement.</source>
        <translation>Ein Schwellenwert, der nach diesen Werten gewählt ist, macht sie zu gut: Sie sind dann keine unabhängige Messung mehr.</translation>
    </message>
    <message>
        <source>Training chose these thresholds on training words set aside for each reader; test words played no part.</source>
        <translation>Das Training hat diese Schwellenwerte an Trainingswörtern gewählt, die jedem Erkenner vorenthalten waren; Testwörter spielten keine Rolle.</translation>
    </message>
    <message>
        <source>In force</source>
        <translation>In Kraft</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Verschoben</translation>
    </message>
</context>
<context>
    <name>ThresholdsTab</name>
    <message>
        <source>The starter model has one gate, which was not trained to distinguish trained words from new ones: it knows no word of this project. Without words set aside there is no threshold to move.</source>
        <translation>Das Startmodell hat ein Gate, das nicht darauf trainiert wurde, trainierte Wörter von neuen zu unterscheiden: Es kennt kein Wort dieses Projekts. Ohne vorenthaltene Wörter gibt es keinen Schwellenwert zu verschieben.</translation>
    </message>
    <message numerus="yes">
        <source>The thresholds are in force. %Ln suggestion(s) changed; transcriptions are untouched.</source>
        <translation>
            <numerusform>Die Schwellenwerte sind in Kraft. %Ln Vorschlag hat sich geändert; Transkriptionen sind unberührt.</numerusform>
            <numerusform>Die Schwellenwerte sind in Kraft. %Ln Vorschläge haben sich geändert; Transkriptionen sind unberührt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>{0} – {1} of {2} words checked</source>
        <translation>{0} – {1} von {2} geprüft</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Everything begins with Import</source>
        <translation>Alles beginnt mit dem Import</translation>
    </message>
    <message>
        <source>Scans, PDF files, transcriptions of other programs and images of single words come in here, or by dragging them into the window. You see what was found before anything is imported.</source>
        <translation>Scans, PDF-Dateien, Transkriptionen anderer Programme und Bilder einzelner Wörter kommen hier herein oder werden ins Fenster gezogen. Sie sehen, was gefunden wurde, bevor etwas importiert wird.</translation>
    </message>
    <message>
        <source>Your pages</source>
        <translation>Ihre Seiten</translation>
    </message>
    <message>
        <source>The bar below each page shows how many of its words are checked and how many are only suggested. Enter opens a page.</source>
        <translation>Der Balken unter jeder Seite zeigt, wie viele ihrer Wörter geprüft und wie viele nur vorgeschlagen sind. Die Eingabetaste öffnet eine Seite.</translation>
    </message>
    <message>
        <source>The word list</source>
        <translation>Die Wortliste</translation>
    </message>
    <message>
        <source>A model suggests the words of this list first of all. Add the names of your places and people to it; common words come from a language.</source>
        <translation>Ein Modell schlägt in erster Linie Wörter dieser Liste vor. Fügen Sie die Namen Ihrer Orte und Personen hinzu; häufige Wörter kommen aus einer Sprache.</translation>
    </message>
    <message>
        <source>The scan with its words</source>
        <translation>Der Scan mit seinen Wörtern</translation>
    </message>
    <message>
        <source>Until you check a word, it has a frame in the colour of its state. Click a word to transcribe it. What you type is saved at once, and no model ever replaces it.</source>
        <translation>Bis es geprüft ist, hat ein Wort einen Rahmen in der Farbe seines Zustands. Klicken Sie ein Wort an, um es zu transkribieren. Was Sie eingeben, wird sofort gespeichert, und kein Modell ersetzt es jemals.</translation>
    </message>
    <message>
        <source>What the colours mean</source>
        <translation>Was die Farben bedeuten</translation>
    </message>
    <message>
        <source>Who said what: you, the model, or nobody yet. A click hides or shows the words of a kind.</source>
        <translation>Von wem ein Text stammt: von Ihnen, vom Modell oder noch von niemandem. Ein Klick blendet die Wörter einer Art aus oder ein.</translation>
    </message>
    <message>
        <source>Checking, word by word</source>
        <translation>Prüfen, Wort für Wort</translation>
    </message>
    <message>
        <source>Review shows the words that nobody has checked. Enter accepts the suggestion, typing corrects it. No mouse is needed.</source>
        <translation>Die Prüfung zeigt die Wörter, die noch niemand geprüft hat. Die Eingabetaste nimmt den Vorschlag an, Tippen korrigiert ihn. Eine Maus ist nicht nötig.</translation>
    </message>
    <message>
        <source>Other words it could be</source>
        <translation>Andere Wörter, die es sein könnten</translation>
    </message>
    <message>
        <source>Alt+1 to Alt+9 choose one of these. They appear when a model has suggested something.</source>
        <translation>Alt+1 bis Alt+9 wählen eines davon. Sie erscheinen, sobald ein Modell etwas vorgeschlagen hat.</translation>
    </message>
    <message>
        <source>Many at once</source>
        <translation>Viele auf einmal</translation>
    </message>
    <message>
        <source>Groups show all words with the same suggestion side by side: mark those that are different, and confirm the others with one key.</source>
        <translation>Gruppen zeigen alle Wörter mit demselben Vorschlag nebeneinander: Markieren Sie die abweichenden und bestätigen Sie die übrigen mit einer Taste.</translation>
    </message>
    <message>
        <source>Teach it this handwriting</source>
        <translation>Diese Handschrift lehren</translation>
    </message>
    <message>
        <source>After some hundred checked words a training pays. The new model is compared with the present one, and you decide which to use.</source>
        <translation>Nach einigen hundert geprüften Wörtern lohnt sich ein Training. Das neue Modell wird mit dem bisherigen verglichen, und Sie entscheiden, welches verwendet wird.</translation>
    </message>
    <message>
        <source>How sure is it?</source>
        <translation>Wie sicher ist es?</translation>
    </message>
    <message>
        <source>This word explains how a suggestion came about, Results how many are right, and Progress draws a sample for you to check: then you know whether the rest is good enough.</source>
        <translation>„Dieses Wort“ erklärt, wie ein Vorschlag zustande kam, „Ergebnisse“, wie viele richtig sind, und „Fortschritt“ zieht eine Stichprobe, die Sie prüfen: Dann wissen Sie, ob der Rest gut genug ist.</translation>
    </message>
    <message>
        <source>Find any word</source>
        <translation>Jedes Wort finden</translation>
    </message>
    <message>
        <source>Type a word, in the word list or not: Search shows the images that look most like it.</source>
        <translation>Geben Sie ein Wort ein, ob es in der Wortliste steht oder nicht: Die Suche zeigt die Bilder, die ihm am ähnlichsten sehen.</translation>
    </message>
    <message>
        <source>Take it with you</source>
        <translation>Zum Mitnehmen</translation>
    </message>
    <message>
        <source>Export writes PDF, PAGE, ALTO, TEI, text and tables. What nobody checked is marked in the file.</source>
        <translation>Der Export schreibt PDF, PAGE, ALTO, TEI, Text und Tabellen. Was niemand geprüft hat, ist in der Datei gekennzeichnet.</translation>
    </message>
    <message>
        <source>That is all</source>
        <translation>Das ist alles</translation>
    </message>
    <message>
        <source>F1 opens the guide at the page of the view you are in. Every edit can be undone, also tomorrow.</source>
        <translation>F1 öffnet das Handbuch auf der Seite zur aktuellen Ansicht. Jede Änderung lässt sich rückgängig machen, auch morgen noch.</translation>
    </message>
    <message>
        <source>First, a project to look at</source>
        <translation>Zuerst ein Projekt zum Ansehen</translation>
    </message>
    <message>
        <source>Create the demo here, 14 pages of artificial handwriting, or open a project of your own. The tour goes on as soon as it is open.</source>
        <translation>Legen Sie hier die Demo an, 14 Seiten künstlicher Handschrift, oder öffnen Sie ein eigenes Projekt. Der Rundgang geht weiter, sobald es geöffnet ist.</translation>
    </message>
</context>
<context>
    <name>TourCard</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>End the tour</source>
        <translation>Rundgang beenden</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Tour: {0}</source>
        <translation>Rundgang: {0}</translation>
    </message>
</context>
<context>
    <name>Train</name>
    <message>
        <source>Loss, lower is better (log scale)</source>
        <translation>Verlust, niedriger ist besser (logarithmisch)</translation>
    </message>
    <message>
        <source>Accuracy on reserved images, in percent; a star marks the best</source>
        <translation>Genauigkeit auf zurückgehaltenen Bildern, in Prozent; ein Stern markiert den besten Wert</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Save the plot “{0}”</source>
        <translation>Diagramm „{0}“ speichern</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>correct, %</source>
        <translation>richtig, %</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>{0}: loss {1}</source>
        <translation>{0}: Verlust {1}</translation>
    </message>
    <message>
        <source>{0}: best {1} percent at epoch {2}</source>
        <translation>{0}: bester Wert {1} Prozent in Epoche {2}</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>Correct, words trained on</source>
        <translation>Richtig, trainierte Wörter</translation>
    </message>
    <message>
        <source>Correct, new words</source>
        <translation>Richtig, neue Wörter</translation>
    </message>
    <message>
        <source>Both (h)</source>
        <translation>Beide (h)</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>{0} % ({1} to {2})</source>
        <translation>{0} % ({1} bis {2})</translation>
    </message>
    <message>
        <source>{0}, with an earlier word list</source>
        <translation>{0}, mit einer früheren Wortliste</translation>
    </message>
    <message>
        <source>Aligned automatically and not confirmed: {0} of these words; left out: {1}.</source>
        <translation>Automatisch zugeordnet und nicht bestätigt: {0} dieser Wörter; weggelassen: {1}.</translation>
    </message>
    <message>
        <source>At least {0} transcribed words are needed; so far there are {1}. Type some in Review, or import transcriptions in Collection.</source>
        <translation>Mindestens {0} transkribierte Wörter sind nötig; bisher sind es {1}. Geben Sie welche in der Prüfung ein oder importieren Sie Transkriptionen in der Sammlung.</translation>
    </message>
    <message>
        <source>At least {0} different words are needed; so far there are {1}. Transcribe other words too.</source>
        <translation>Mindestens {0} verschiedene Wörter sind nötig; bisher sind es {1}. Transkribieren Sie auch andere Wörter.</translation>
    </message>
    <message>
        <source>Every word occurs only once, so no images can be reserved to check the readers. Transcribe more images of some words.</source>
        <translation>Jedes Wort kommt nur einmal vor, daher lassen sich keine Bilder zurückhalten, um die Erkenner zu prüfen. Transkribieren Sie von einigen Wörtern weitere Bilder.</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>From run</source>
        <translation>Aus Training</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>measuring …</source>
        <translation>wird gemessen …</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <source>Time: {0}</source>
        <translation>Zeit: {0}</translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation>mehr als {0}</translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation>etwa {0}</translation>
    </message>
    <message>
        <source>{0}, for a hard hand up to {1}</source>
        <translation>{0}, bei einer schwierigen Hand bis zu {1}</translation>
    </message>
    <message>
        <source>{0} on the graphics card</source>
        <translation>{0} auf der Grafikkarte</translation>
    </message>
    <message>
        <source>{0} of memory</source>
        <translation>{0} Arbeitsspeicher</translation>
    </message>
    <message>
        <source>The word list had {0} words when this was measured and has {1} now, so these figures no longer hold. Measure again.</source>
        <translation>Die Wortliste hatte bei der Messung {0} Wörter und hat jetzt {1}, daher gelten diese Zahlen nicht mehr. Messen Sie erneut.</translation>
    </message>
    <message>
        <source>Reader {0}</source>
        <translation>Erkenner {0}</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Trainings</source>
        <translation>Trainings</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} GB</translation>
    </message>
    <message>
        <source>Five small readers that spell</source>
        <translation>Fünf kleine Erkenner, die buchstabieren</translation>
    </message>
    <message>
        <source>Five small readers</source>
        <translation>Fünf kleine Erkenner</translation>
    </message>
    <message>
        <source>Five small readers, published gates</source>
        <translation>Fünf kleine Erkenner, Gates wie veröffentlicht</translation>
    </message>
    <message>
        <source>Five small readers, finer published gates</source>
        <translation>Fünf kleine Erkenner, feinere Gates wie veröffentlicht</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Schnellversuch</translation>
    </message>
    <message>
        <source>For the demo pages</source>
        <translation>Für die Demoseiten</translation>
    </message>
    <message>
        <source>21 large readers, all numbers</source>
        <translation>21 große Erkenner, alle Zahlen</translation>
    </message>
    <message>
        <source>Five large readers, 30 numbers</source>
        <translation>Fünf große Erkenner, 30 Zahlen</translation>
    </message>
    <message>
        <source>Five large readers, 15 numbers</source>
        <translation>Fünf große Erkenner, 15 Zahlen</translation>
    </message>
    <message>
        <source>Five large readers, random forest</source>
        <translation>Fünf große Erkenner, Random Forest</translation>
    </message>
    <message>
        <source>Five large readers, logistic regression</source>
        <translation>Fünf große Erkenner, logistische Regression</translation>
    </message>
    <message>
        <source>21 large readers, all numbers, our training</source>
        <translation>21 große Erkenner, alle Zahlen, unser Training</translation>
    </message>
    <message>
        <source>Five large readers, 30 numbers, our training</source>
        <translation>Fünf große Erkenner, 30 Zahlen, unser Training</translation>
    </message>
    <message>
        <source>Five large readers, 15 numbers, our training</source>
        <translation>Fünf große Erkenner, 15 Zahlen, unser Training</translation>
    </message>
    <message>
        <source>For real work. Each reader compares whole words and also spells them, letter by letter.</source>
        <translation>Für die eigentliche Arbeit. Jeder Erkenner vergleicht ganze Wörter und buchstabiert sie auch, Buchstabe für Buchstabe.</translation>
    </message>
    <message>
        <source>For real work on a computer without a graphics card. Readers compare whole words.</source>
        <translation>Für die eigentliche Arbeit auf einem Computer ohne Grafikkarte. Die Erkenner vergleichen ganze Wörter.</translation>
    </message>
    <message>
        <source>Trained and new words are distinguished as published, by 15 numbers of each word image.</source>
        <translation>Trainierte und neue Wörter werden wie veröffentlicht unterschieden, anhand von 15 Zahlen je Wortbild.</translation>
    </message>
    <message>
        <source>As the preset before, by 30 numbers of each word image.</source>
        <translation>Wie die vorige Voreinstellung, anhand von 30 Zahlen je Wortbild.</translation>
    </message>
    <message>
        <source>Two very small readers, for a first try. Not for real work.</source>
        <translation>Zwei sehr kleine Erkenner für einen ersten Versuch. Nicht für die eigentliche Arbeit.</translation>
    </message>
    <message>
        <source>Three small readers for the clear, regular handwriting of the demo.</source>
        <translation>Drei kleine Erkenner für die klare, regelmäßige Handschrift der Demo.</translation>
    </message>
    <message>
        <source>The best result of the paper. For a graphics card.</source>
        <translation>Das beste Ergebnis des Artikels. Für eine Grafikkarte.</translation>
    </message>
    <message>
        <source>The readers of the paper with gates on 30 numbers. For a graphics card.</source>
        <translation>Die Erkenner des Artikels mit Gates auf 30 Zahlen. Für eine Grafikkarte.</translation>
    </message>
    <message>
        <source>The readers of the paper with gates on 15 numbers. For a graphics card.</source>
        <translation>Die Erkenner des Artikels mit Gates auf 15 Zahlen. Für eine Grafikkarte.</translation>
    </message>
    <message>
        <source>As before; a random forest chooses among trained words.</source>
        <translation>Wie zuvor; ein Random Forest wählt unter den trainierten Wörtern.</translation>
    </message>
    <message>
        <source>As before; logistic regression chooses among trained words.</source>
        <translation>Wie zuvor; eine logistische Regression wählt unter den trainierten Wörtern.</translation>
    </message>
    <message>
        <source>As the paper&apos;s best result, with readers trained as ours are. For a graphics card.</source>
        <translation>Wie das beste Ergebnis des Artikels, mit Erkennern, die wie unsere trainiert werden. Für eine Grafikkarte.</translation>
    </message>
    <message>
        <source>The same with gates on 30 numbers. For a graphics card.</source>
        <translation>Dasselbe mit Gates auf 30 Zahlen. Für eine Grafikkarte.</translation>
    </message>
    <message>
        <source>The same with gates on 15 numbers. For a graphics card.</source>
        <translation>Dasselbe mit Gates auf 15 Zahlen. Für eine Grafikkarte.</translation>
    </message>
    <message>
        <source>Running elsewhere</source>
        <translation>Läuft anderswo</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>finished; {0} of {1} votes needed for “trained on”</source>
        <translation>fertig; {0} von {1} Stimmen nötig für „trainiert“</translation>
    </message>
    <message>
        <source>stopped after epoch {0} of {1}</source>
        <translation>angehalten nach Epoche {0} von {1}</translation>
    </message>
    <message>
        <source>stopped before its first epoch</source>
        <translation>vor der ersten Epoche angehalten</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>nicht begonnen</translation>
    </message>
    <message>
        <source>training the gates: pass {0} of {1}</source>
        <translation>Gates werden trainiert: Durchgang {0} von {1}</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>beginnt</translation>
    </message>
    <message>
        <source>training the reader: epoch {0} of {1}</source>
        <translation>Erkenner wird trainiert: Epoche {0} von {1}</translation>
    </message>
    <message>
        <source>best {0} % at epoch {1}</source>
        <translation>bester Wert {0} % in Epoche {1}</translation>
    </message>
    <message>
        <source>reader {0} after epoch {1} of {2}</source>
        <translation>Erkenner {0} nach Epoche {1} von {2}</translation>
    </message>
    <message>
        <source>Kept: {0}.</source>
        <translation>Behalten: {0}.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Nothing was finished yet.</source>
        <translation>Noch nichts wurde fertig.</translation>
    </message>
    <message>
        <source>Run {0} started: preset {1}, seed {2}.</source>
        <translation>Training {0} begonnen: Voreinstellung {1}, Startwert {2}.</translation>
    </message>
    <message>
        <source>Cannot be encoded: &apos;{0}&apos; because of {1}</source>
        <translation>Nicht darstellbar: „{0}“ wegen {1}</translation>
    </message>
    <message>
        <source>Cannot be distinguished, because their signatures are the same: {0}</source>
        <translation>Nicht unterscheidbar, weil die Wortsignaturen gleich sind: {0}</translation>
    </message>
    <message>
        <source>Reader {0} of {1} is finished; {2} of {3} votes needed for “trained on”.</source>
        <translation>Erkenner {0} von {1} ist fertig; {2} von {3} Stimmen nötig für „trainiert“.</translation>
    </message>
    <message>
        <source>{0} % of {1} words it was trained on</source>
        <translation>{0} % von {1} trainierten Wörtern</translation>
    </message>
    <message>
        <source>{0} % of {1} new words</source>
        <translation>{0} % von {1} neuen Wörtern</translation>
    </message>
    <message>
        <source>{0} % of {1} words compared</source>
        <translation>{0} % von {1} verglichenen Wörtern</translation>
    </message>
    <message>
        <source>Correct: {0}</source>
        <translation>Richtig: {0}</translation>
    </message>
    <message>
        <source>It could not be compared with the active model &apos;{0}&apos;. Use it?</source>
        <translation>Ein Vergleich mit dem aktiven Modell „{0}“ war nicht möglich. Verwenden?</translation>
    </message>
    <message>
        <source>Of {0} test words the active model &apos;{1}&apos; suggests {2} correctly, the new one {3}.</source>
        <translation>Von {0} Testwörtern schlägt das aktive Modell „{1}“ {2} richtig vor, das neue {3}.</translation>
    </message>
    <message>
        <source>Of {0} words that neither was trained on the active model &apos;{1}&apos; suggests {2} correctly, the new one {3}.</source>
        <translation>Von {0} Wörtern, auf die keines der beiden trainiert wurde, schlägt das aktive Modell „{1}“ {2} richtig vor, das neue {3}.</translation>
    </message>
    <message>
        <source>Use it?</source>
        <translation>Verwenden?</translation>
    </message>
    <message>
        <source>Use it all the same?</source>
        <translation>Trotzdem verwenden?</translation>
    </message>
</context>
<context>
    <name>TrainAction</name>
    <message>
        <source>Show the training</source>
        <translation>Training anzeigen</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>Modell trainieren</translation>
    </message>
</context>
<context>
    <name>TrainCounts</name>
    <message numerus="yes">
        <source>%Ln reader(s)</source>
        <translation>
            <numerusform>%Ln Erkenner</numerusform>
            <numerusform>%Ln Erkenner</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finished reader(s)</source>
        <translation>
            <numerusform>%Ln fertiger Erkenner</numerusform>
            <numerusform>%Ln fertige Erkenner</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of the word list have letters outside the alphabet &apos;{0}&apos;: {1}. Correct them, leave them out, or choose a wider alphabet (under Advanced, a part of Research).</source>
        <translation>
            <numerusform>%Ln Wort der Wortliste hat Buchstaben außerhalb des Alphabets „{0}“: {1}. Korrigieren Sie es, lassen Sie es weg oder wählen Sie ein größeres Alphabet (unter Erweitert, einem Teil von Forschung).</numerusform>
            <numerusform>%Ln Wörter der Wortliste haben Buchstaben außerhalb des Alphabets „{0}“: {1}. Korrigieren Sie sie, lassen Sie sie weg oder wählen Sie ein größeres Alphabet (unter Erweitert, einem Teil von Forschung).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcribed image(s)</source>
        <translation>
            <numerusform>%Ln transkribiertes Bild</numerusform>
            <numerusform>%Ln transkribierte Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %Ln word(s) of the word list, with {0}: {1}.</source>
        <translation>
            <numerusform>Weggelassen: %Ln Wort der Wortliste, mit {0}: {1}.</numerusform>
            <numerusform>Weggelassen: %Ln Wörter der Wortliste, mit {0}: {1}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainView</name>
    <message>
        <source>Train a model</source>
        <translation>Modell trainieren</translation>
    </message>
    <message>
        <source>Earlier trainings</source>
        <translation>Frühere Trainings</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>A model is trained on the words you transcribed, and then suggests readings for the others.</source>
        <translation>Ein Modell wird mit den von Ihnen transkribierten Wörtern trainiert und erstellt dann Vorschläge für die übrigen.</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Training starten</translation>
    </message>
    <message>
        <source>Stop training and keep it</source>
        <translation>Training anhalten und behalten</translation>
    </message>
    <message>
        <source>Show presets</source>
        <translation>Voreinstellungen zeigen</translation>
    </message>
    <message>
        <source>Show all parameters</source>
        <translation>Alle Parameter zeigen</translation>
    </message>
    <message>
        <source>Show earlier trainings</source>
        <translation>Frühere Trainings zeigen</translation>
    </message>
    <message>
        <source>Show models</source>
        <translation>Modelle zeigen</translation>
    </message>
    <message>
        <source>Set up retraining</source>
        <translation>Erneutes Training einrichten</translation>
    </message>
</context>
<context>
    <name>TranscriptPanel</name>
    <message>
        <source>Transcript of the page, line by line</source>
        <translation>Abschrift der Seite, Zeile für Zeile</translation>
    </message>
    <message>
        <source>A click or Enter edits a line. Drag lines to put them in another order.</source>
        <translation>Ein Klick oder die Eingabetaste bearbeitet eine Zeile. Ziehen bringt Zeilen in eine andere Reihenfolge.</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Abschrift</translation>
    </message>
    <message>
        <source>No lines yet: find the words of the page, or draw lines.</source>
        <translation>Noch keine Zeilen: Lassen Sie die Wörter der Seite finden oder zeichnen Sie Zeilen.</translation>
    </message>
    <message>
        <source>Enter: the line is right · Tab: next unsure word · Alt+1–9: candidate · Esc: as it was</source>
        <translation>Eingabe: Zeile stimmt · Tab: nächstes unsicheres Wort · Alt+1–9: Kandidat · Esc: wie zuvor</translation>
    </message>
</context>
<context>
    <name>TranscriptionBar</name>
    <message>
        <source>Mark all</source>
        <translation>Alle markieren</translation>
    </message>
    <message>
        <source>Mark none</source>
        <translation>Keine markieren</translation>
    </message>
    <message>
        <source>Other transcription for the marked words</source>
        <translation>Andere Transkription für die markierten Wörter</translation>
    </message>
    <message>
        <source>another word</source>
        <translation>anderes Wort</translation>
    </message>
    <message>
        <source>Set to this word</source>
        <translation>Auf dieses Wort setzen</translation>
    </message>
    <message>
        <source>Already transcribed differently: {0} of the marked words ({1}).</source>
        <translation>Schon anders transkribiert: {0} der markierten Wörter ({1}).</translation>
    </message>
    <message>
        <source>Keep those, set the other {0}</source>
        <translation>Diese behalten, die anderen {0} setzen</translation>
    </message>
    <message>
        <source>Replace {0}</source>
        <translation>{0} ersetzen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are marked</source>
        <translation>
            <numerusform>%Ln Wort ist markiert</numerusform>
            <numerusform>%Ln Wörter sind markiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Click the images that show this word</source>
        <translation>Klicken Sie die Bilder an, die dieses Wort zeigen</translation>
    </message>
    <message>
        <source>Confirm as “{0}”</source>
        <translation>Als „{0}“ bestätigen</translation>
    </message>
</context>
<context>
    <name>TranscriptionController</name>
    <message>
        <source>Select words that were aligned automatically, to confirm that their boxes fit their texts.</source>
        <translation>Wählen Sie automatisch zugeordnete Wörter aus, um zu bestätigen, dass ihre Rahmen zu ihren Texten passen.</translation>
    </message>
    <message>
        <source>Nothing was changed: {0}</source>
        <translation>Nichts wurde geändert: {0}</translation>
    </message>
    <message>
        <source>“{0}” could not be saved: {1} The text is kept and shown again in the editor of the word.</source>
        <translation>„{0}“ ließ sich nicht speichern: {1} Der Text bleibt erhalten und erscheint wieder im Eingabefeld des Worts.</translation>
    </message>
    <message>
        <source>Show the word</source>
        <translation>Wort zeigen</translation>
    </message>
</context>
<context>
    <name>TranscriptionField</name>
    <message>
        <source>Transcription of the word</source>
        <translation>Transkription des Worts</translation>
    </message>
</context>
<context>
    <name>VoteDataTab</name>
    <message>
        <source>To train gates, a reader needs {0} images set aside of trained words and as many of new words; there were only {1}, so even steps of the distances to both vote in place of gates.</source>
        <translation>Um Gates zu trainieren, braucht ein Erkenner {0} vorenthaltene Bilder trainierter Wörter und ebenso viele neuer Wörter; es gab nur {1}, daher stimmen gleichmäßige Stufen der Abstände zu beiden anstelle von Gates ab.</translation>
    </message>
    <message>
        <source>In some readers even steps of the distances to trained and new words vote in place of gates, because gates would not have read more of the words set aside: see the model card.</source>
        <translation>Bei manchen Erkennern stimmen gleichmäßige Stufen der Abstände zu trainierten und neuen Wörtern anstelle von Gates ab, weil Gates nicht mehr der vorenthaltenen Wörter gelesen hätten: siehe die Modellkarte.</translation>
    </message>
    <message>
        <source>Reading the votes on all words …</source>
        <translation>Die Stimmen über alle Wörter werden gelesen …</translation>
    </message>
</context>
<context>
    <name>VoteView</name>
    <message>
        <source>Vote count</source>
        <translation>Zählung der Stimmen</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Wort</translation>
    </message>
    <message>
        <source>Readers</source>
        <translation>Erkenner</translation>
    </message>
    <message>
        <source>Number of readers that suggest this word</source>
        <translation>Zahl der Erkenner, die dieses Wort vorschlagen</translation>
    </message>
    <message>
        <source>Least distance</source>
        <translation>Kleinster Abstand</translation>
    </message>
    <message>
        <source>Distance of the nearest of them</source>
        <translation>Abstand des nächsten von ihnen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Most votes win; among equals the least distance</source>
        <translation>Die meisten Stimmen gewinnen; bei gleichen der kleinste Abstand</translation>
    </message>
    <message>
        <source>Votes by reader</source>
        <translation>Stimmen nach Erkenner</translation>
    </message>
    <message>
        <source>wins: in no list</source>
        <translation>gewinnt: in keiner Liste</translation>
    </message>
    <message>
        <source>wins</source>
        <translation>gewinnt</translation>
    </message>
    <message>
        <source>as many votes, but farther from the image</source>
        <translation>ebenso viele Stimmen, aber weiter vom Bild entfernt</translation>
    </message>
    <message>
        <source>fewer votes</source>
        <translation>weniger Stimmen</translation>
    </message>
    <message>
        <source>in no list; would need more than half of the readers</source>
        <translation>in keiner Liste; bräuchte mehr als die Hälfte der Erkenner</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>correct</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>gate wrong</source>
        <translation>Gate falsch</translation>
    </message>
    <message>
        <source>word wrong</source>
        <translation>Wort falsch</translation>
    </message>
    <message>
        <source>spelling wrong</source>
        <translation>Buchstabierung falsch</translation>
    </message>
    <message>
        <source>gate and word wrong</source>
        <translation>Gate und Wort falsch</translation>
    </message>
    <message>
        <source>{0} of {1} (threshold {2})</source>
        <translation>{0} von {1} (Schwellenwert {2})</translation>
    </message>
    <message>
        <source>trained on</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>new word</source>
        <translation>neues Wort</translation>
    </message>
    <message>
        <source>in no list</source>
        <translation>in keiner Liste</translation>
    </message>
    <message>
        <source>in no list ({0} %)</source>
        <translation>in keiner Liste ({0} %)</translation>
    </message>
    <message>
        <source>Between the image and the word; smaller is nearer</source>
        <translation>Zwischen Bild und Wort; kleiner ist näher</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Erkenner</translation>
    </message>
    <message>
        <source>Reader k of the model</source>
        <translation>Erkenner k des Modells</translation>
    </message>
    <message>
        <source>Votes for “trained on”</source>
        <translation>Stimmen für „trainiert“</translation>
    </message>
    <message>
        <source>Gate networks that vote “trained on”, out of n_k. From the threshold (thres) on, the reader chooses among the words it was trained on.</source>
        <translation>Gate-Netze, die für „trainiert“ stimmen, von n_k. Ab dem Schwellenwert (thres) wählt der Erkenner unter den Wörtern, auf die er trainiert wurde.</translation>
    </message>
    <message>
        <source>Treated as</source>
        <translation>Behandelt als</translation>
    </message>
    <message>
        <source>Suggests</source>
        <translation>Schlägt vor</translation>
    </message>
    <message>
        <source>The nearest word on the side that its gate chose; for a word in no list, its spelling</source>
        <translation>Das nächste Wort auf der Seite, die sein Gate gewählt hat; bei einem Wort in keiner Liste dessen Buchstabierung</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Runner-up</source>
        <translation>Zweitbestes</translation>
    </message>
    <message>
        <source>The second nearest word on that side; beside a spelling, the nearest word of the list</source>
        <translation>Das zweitnächste Wort auf dieser Seite; neben einer Buchstabierung das nächste Wort der Liste</translation>
    </message>
    <message>
        <source>Transcription</source>
        <translation>Transkription</translation>
    </message>
    <message>
        <source>Compared with the transcription</source>
        <translation>Verglichen mit der Transkription</translation>
    </message>
    <message>
        <source>Trained on or new, by its gate. In no list, if the letters that it sees are more likely to be right than any word of the list: with that probability.</source>
        <translation>Trainiert oder neu, nach seinem Gate. In keiner Liste, wenn die gesehenen Buchstaben eher richtig sind als jedes Wort der Liste: mit dieser Wahrscheinlichkeit.</translation>
    </message>
</context>
<context>
    <name>VotesTab</name>
    <message>
        <source>Reader whose votes are shown</source>
        <translation>Erkenner, dessen Stimmen gezeigt werden</translation>
    </message>
    <message>
        <source>Words treated as trained on, as new and as in no list, by reader</source>
        <translation>Wörter, die als trainiert, als neu und als in keiner Liste behandelt wurden, nach Erkenner</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Erkenner</translation>
    </message>
    <message>
        <source>Treated as trained on</source>
        <translation>Als trainiert behandelt</translation>
    </message>
    <message>
        <source>Seen, by its gate</source>
        <translation>Trainiert, nach seinem Gate</translation>
    </message>
    <message>
        <source>Treated as new words</source>
        <translation>Als neue Wörter behandelt</translation>
    </message>
    <message>
        <source>Unseen, by its gate</source>
        <translation>Neu, nach seinem Gate</translation>
    </message>
    <message>
        <source>As in no list</source>
        <translation>Als in keiner Liste</translation>
    </message>
    <message>
        <source>Spelled without the word list</source>
        <translation>Ohne die Wortliste buchstabiert</translation>
    </message>
    <message>
        <source>Words it was trained on</source>
        <translation>Trainierte Wörter</translation>
    </message>
    <message>
        <source>W_s of this reader</source>
        <translation>W_s dieses Erkenners</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwellenwert</translation>
    </message>
    <message>
        <source>thres, out of n_k gate networks</source>
        <translation>thres, von n_k Gate-Netzen</translation>
    </message>
    <message>
        <source>The starter model has one reader, and every word is new to it: there is no vote to show.</source>
        <translation>Das Startmodell hat einen Erkenner, und jedes Wort ist ihm neu: Es gibt keine Abstimmung zu zeigen.</translation>
    </message>
    <message>
        <source>Suggest readings with this model</source>
        <translation>Mit diesem Modell Vorschläge erstellen</translation>
    </message>
    <message>
        <source>The model “{0}” has no suggestions yet</source>
        <translation>Das Modell „{0}“ hat noch keine Vorschläge</translation>
    </message>
    <message>
        <source>Once it has, the votes of its readers on all words are shown here.</source>
        <translation>Sobald es welche hat, stehen hier die Stimmen seiner Erkenner über alle Wörter.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) have a suggestion, {0} of them also a transcription.</source>
        <translation>
            <numerusform>%Ln Wort hat einen Vorschlag, davon {0} auch eine Transkription.</numerusform>
            <numerusform>%Ln Wörter haben einen Vorschlag, davon {0} auch eine Transkription.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out: their stored votes are damaged.</source>
        <translation>
            <numerusform>%Ln ausgelassen: Die gespeicherten Stimmen sind beschädigt.</numerusform>
            <numerusform>%Ln ausgelassen: Ihre gespeicherten Stimmen sind beschädigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Suggesting readings …</source>
        <translation>Vorschläge werden erstellt …</translation>
    </message>
</context>
<context>
    <name>WholePages</name>
    <message>
        <source>Compare with transcripts…</source>
        <translation>Mit Abschriften vergleichen …</translation>
    </message>
    <message>
        <source>Choose transcripts of pages of this project: PAGE, ALTO or other files with lines and text</source>
        <translation>Abschriften von Seiten dieses Projekts wählen: PAGE, ALTO oder andere Dateien mit Zeilen und Text</translation>
    </message>
    <message>
        <source>Whole pages</source>
        <translation>Ganze Seiten</translation>
    </message>
    <message>
        <source>Transcripts of pages of this project</source>
        <translation>Abschriften von Seiten dieses Projekts</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>Wird verglichen …</translation>
    </message>
    <message>
        <source>Not measured yet. If you have transcripts of some pages that were not used for training, compare what the model read there from the bare scan.</source>
        <translation>Noch nicht gemessen. Wenn Sie Abschriften einiger Seiten haben, die nicht zum Trainieren verwendet wurden, vergleichen Sie, was das Modell dort aus dem bloßen Scan gelesen hat.</translation>
    </message>
    <message numerus="yes">
        <source>On %n page(s) {0} of the characters and {1} of the words would have to be corrected.</source>
        <translation>
            <numerusform>Auf %n Seite wären {0} der Zeichen und {1} der Wörter zu korrigieren.</numerusform>
            <numerusform>Auf %n Seiten wären {0} der Zeichen und {1} der Wörter zu korrigieren.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of the lines were found.</source>
        <translation>{0} der Zeilen wurden gefunden.</translation>
    </message>
    <message>
        <source>{0} of the words were found.</source>
        <translation>{0} der Wörter wurden gefunden.</translation>
    </message>
    <message>
        <source>{0} of the words were cut wrongly, {1} were not found.</source>
        <translation>{0} der Wörter wurden falsch geschnitten, {1} nicht gefunden.</translation>
    </message>
    <message>
        <source>Measured {0}.</source>
        <translation>Messung vom {0}.</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>Import files into a new project…</source>
        <translation>Dateien in ein neues Projekt importieren …</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Close the project</source>
        <translation>Projekt schließen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Export transcriptions</source>
        <translation>Transkriptionen exportieren</translation>
    </message>
    <message>
        <source>Check this project</source>
        <translation>Projekt überprüfen</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Sichern …</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>Sicherung wiederherstellen …</translation>
    </message>
    <message>
        <source>Take out pages as a part…</source>
        <translation>Seiten als Teilprojekt ausgliedern …</translation>
    </message>
    <message>
        <source>Merge a part…</source>
        <translation>Teilprojekt zusammenführen …</translation>
    </message>
    <message>
        <source>Compare different transcriptions</source>
        <translation>Verschiedene Transkriptionen vergleichen</translation>
    </message>
    <message>
        <source>Show the agreement of people</source>
        <translation>Übereinstimmung der Personen zeigen</translation>
    </message>
    <message>
        <source>Suggest readings with the starter model</source>
        <translation>Mit dem Startmodell Vorschläge erstellen</translation>
    </message>
    <message>
        <source>Adapt the starter model to this handwriting</source>
        <translation>Startmodell an diese Handschrift anpassen</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Show past messages</source>
        <translation>Frühere Meldungen zeigen</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>Zwischen hell und dunkel wechseln</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Guide, at the page of this view</source>
        <translation>Handbuch, Seite dieser Ansicht</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Rundgang beginnen</translation>
    </message>
    <message>
        <source>Show all shortcuts</source>
        <translation>Alle Tastenkürzel zeigen</translation>
    </message>
    <message>
        <source>Use a graphics card…</source>
        <translation>Grafikkarte verwenden …</translation>
    </message>
    <message>
        <source>Report a problem…</source>
        <translation>Problem melden …</translation>
    </message>
    <message>
        <source>Open the log</source>
        <translation>Protokoll öffnen</translation>
    </message>
    <message>
        <source>Show the last error report</source>
        <translation>Letzten Fehlerbericht zeigen</translation>
    </message>
    <message>
        <source>About Ductus</source>
        <translation>Über Ductus</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Research: show presets, gates, thresholds and single readers</source>
        <translation>Forschung: Voreinstellungen, Gates, Schwellenwerte und Erkenner zeigen</translation>
    </message>
    <message>
        <source>The graphics card is not used, but the processor.</source>
        <translation>Statt der Grafikkarte wird der Prozessor verwendet.</translation>
    </message>
    <message>
        <source>Show why</source>
        <translation>Grund zeigen</translation>
    </message>
    <message>
        <source>Show its backups</source>
        <translation>Sicherungen zeigen</translation>
    </message>
</context>
<context>
    <name>WordButtons</name>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Accept what is shown and go on (Enter)</source>
        <translation>Gezeigtes annehmen und weitergehen (Eingabe)</translation>
    </message>
    <message>
        <source>Not a word</source>
        <translation>Kein Wort</translation>
    </message>
    <message>
        <source>A blot, a rule, part of a word (Delete)</source>
        <translation>Ein Klecks, eine Linie, ein Teil eines Worts (Entf)</translation>
    </message>
    <message>
        <source>Postpone</source>
        <translation>Zurückstellen</translation>
    </message>
    <message>
        <source>Move it to the end of the queue (Alt+U)</source>
        <translation>Ans Ende der Warteschlange stellen (Alt+U)</translation>
    </message>
    <message>
        <source>Show on page</source>
        <translation>Auf der Seite zeigen</translation>
    </message>
    <message>
        <source>Show the whole page (Space)</source>
        <translation>Die ganze Seite zeigen (Leertaste)</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Show the vote of every reader (Ctrl+I)</source>
        <translation>Die Stimme jedes Erkenners zeigen (Strg+I)</translation>
    </message>
    <message>
        <source>Edit the box</source>
        <translation>Rahmen bearbeiten</translation>
    </message>
    <message>
        <source>Move, resize or draw it, split it, join it with a word beside it (Ctrl+B)</source>
        <translation>Verschieben, Größe ändern, neu zeichnen, teilen oder mit einem Wort daneben verbinden (Strg+B)</translation>
    </message>
    <message>
        <source>Save as typed</source>
        <translation>Wie eingegeben speichern</translation>
    </message>
</context>
<context>
    <name>WordDetection</name>
    <message numerus="yes">
        <source>%Ln box(es) kept</source>
        <translation>
            <numerusform>%Ln Rahmen behalten</numerusform>
            <numerusform>%Ln Rahmen behalten</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1}, {2}.</source>
        <translation>{0}, {1}, {2}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new word(s)</source>
        <translation>
            <numerusform>%Ln neues Wort</numerusform>
            <numerusform>%Ln neue Wörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchecked box(es) removed</source>
        <translation>
            <numerusform>%Ln ungeprüfter Rahmen entfernt</numerusform>
            <numerusform>%Ln ungeprüfte Rahmen entfernt</numerusform>
        </translation>
    </message>
    <message>
        <source>You can draw boxes yourself.</source>
        <translation>Sie können selbst Rahmen zeichnen.</translation>
    </message>
    <message>
        <source>No change: {0}.</source>
        <translation>Keine Änderung: {0}.</translation>
    </message>
</context>
<context>
    <name>WordImage</name>
    <message>
        <source>Word image</source>
        <translation>Wortbild</translation>
    </message>
</context>
<context>
    <name>WordReview</name>
    <message>
        <source>Nothing is typed: type the transcription, or mark it as not a word (Alt+N).</source>
        <translation>Nichts ist eingegeben: Geben Sie die Transkription ein oder markieren Sie es als „kein Wort“ (Alt+N).</translation>
    </message>
    <message>
        <source>There is no suggestion for this word: type the transcription.</source>
        <translation>Für dieses Wort gibt es keinen Vorschlag: Geben Sie die Transkription ein.</translation>
    </message>
    <message>
        <source>The model is suggesting readings; you can go on working.</source>
        <translation>Das Modell erstellt Vorschläge; Sie können weiterarbeiten.</translation>
    </message>
    <message>
        <source>Show the word</source>
        <translation>Wort zeigen</translation>
    </message>
</context>
<context>
    <name>WordSheet</name>
    <message>
        <source>Save the list of words</source>
        <translation>Die Liste der Wörter speichern</translation>
    </message>
    <message>
        <source>The first {0} of {1} words are in {2}. Choose a narrower filter for the others.</source>
        <translation>Die ersten {0} von {1} Wörtern stehen in {2}. Wählen Sie für die übrigen einen engeren Filter.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are in {0}.</source>
        <translation>
            <numerusform>%Ln Wort steht in {0}.</numerusform>
            <numerusform>%Ln Wörter stehen in {0}.</numerusform>
        </translation>
    </message>
    <message>
        <source>This list has no words; choose another filter.</source>
        <translation>Diese Liste hat keine Wörter; wählen Sie einen anderen Filter.</translation>
    </message>
    <message>
        <source>suggested: {0}</source>
        <translation>vorgeschlagen: {0}</translation>
    </message>
</context>
<context>
    <name>WordState</name>
    <message>
        <source>transcribed by a person</source>
        <translation>von einem Menschen transkribiert</translation>
    </message>
    <message>
        <source>accepted by a person</source>
        <translation>von einem Menschen angenommen</translation>
    </message>
    <message>
        <source>aligned automatically</source>
        <translation>automatisch zugeordnet</translation>
    </message>
    <message>
        <source>suggested, a word the model was trained on</source>
        <translation>vorgeschlagen, ein trainiertes Wort</translation>
    </message>
    <message>
        <source>suggested, a new word</source>
        <translation>vorgeschlagen, ein neues Wort</translation>
    </message>
    <message>
        <source>suggested, in no list</source>
        <translation>vorgeschlagen, in keiner Liste</translation>
    </message>
    <message>
        <source>suggested, uncertain</source>
        <translation>vorgeschlagen, unsicher</translation>
    </message>
    <message>
        <source>no suggestion yet</source>
        <translation>noch kein Vorschlag</translation>
    </message>
    <message>
        <source>Words transcribed by a person, or imported</source>
        <translation>Von Menschen transkribierte oder importierte Wörter</translation>
    </message>
    <message>
        <source>Suggestions that a person accepted</source>
        <translation>Vorschläge, die ein Mensch angenommen hat</translation>
    </message>
    <message>
        <source>Words of a line&apos;s text that a program found in the ink, not confirmed yet</source>
        <translation>Wörter aus dem Text einer Zeile, die ein Programm in der Schrift gefunden hat, noch nicht bestätigt</translation>
    </message>
    <message>
        <source>Suggestions: words the model was trained on (seen)</source>
        <translation>Vorschläge: Wörter, auf die das Modell trainiert wurde</translation>
    </message>
    <message>
        <source>Suggestions: words the model was not trained on (unseen)</source>
        <translation>Vorschläge: Wörter, auf die das Modell nicht trainiert wurde</translation>
    </message>
    <message>
        <source>Suggestions: words that are not in the word list, spelled by the model</source>
        <translation>Vorschläge: Wörter, die nicht in der Wortliste stehen, vom Modell buchstabiert</translation>
    </message>
    <message>
        <source>Suggestions with a low confidence</source>
        <translation>Vorschläge mit niedriger Konfidenz</translation>
    </message>
    <message>
        <source>Neither transcribed nor suggested yet</source>
        <translation>Noch weder transkribiert noch vorgeschlagen</translation>
    </message>
    <message>
        <source>Marked by a person: blots, rules, drawings</source>
        <translation>Von Menschen markiert: Kleckse, Linien, Zeichnungen</translation>
    </message>
</context>
<context>
    <name>WordTab</name>
    <message>
        <source>Previous word</source>
        <translation>Voriges Wort</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>Nächstes Wort</translation>
    </message>
    <message>
        <source>Show on the page</source>
        <translation>Auf der Seite zeigen</translation>
    </message>
    <message>
        <source>Correct in Review</source>
        <translation>In der Prüfung korrigieren</translation>
    </message>
    <message>
        <source>Suggesting readings …</source>
        <translation>Vorschläge werden erstellt …</translation>
    </message>
    <message>
        <source>Word {0} of {1}</source>
        <translation>Wort {0} von {1}</translation>
    </message>
    <message>
        <source>no suggestion yet</source>
        <translation>noch kein Vorschlag</translation>
    </message>
    <message>
        <source>There are no words yet</source>
        <translation>Es gibt noch keine Wörter</translation>
    </message>
    <message>
        <source>Import pages to see here how the readers of the model vote on each word.</source>
        <translation>Importieren Sie Seiten, um hier zu sehen, wie die Erkenner des Modells über jedes Wort abstimmen.</translation>
    </message>
    <message>
        <source>Import pages</source>
        <translation>Seiten importieren</translation>
    </message>
    <message>
        <source>The model “{0}” has no suggestion for this word</source>
        <translation>Das Modell „{0}“ hat für dieses Wort keinen Vorschlag</translation>
    </message>
    <message>
        <source>Once it has, the vote of each reader is shown here, and why a word won.</source>
        <translation>Sobald es einen hat, steht hier die Stimme jedes Erkenners und warum ein Wort gewonnen hat.</translation>
    </message>
    <message>
        <source>Suggest readings with this model</source>
        <translation>Mit diesem Modell Vorschläge erstellen</translation>
    </message>
    <message>
        <source>in no list</source>
        <translation>in keiner Liste</translation>
    </message>
    <message>
        <source>suggested: “{0}”</source>
        <translation>vorgeschlagen: „{0}“</translation>
    </message>
    <message>
        <source>confidence {0} % (earlier word list)</source>
        <translation>Konfidenz {0} % (frühere Wortliste)</translation>
    </message>
    <message>
        <source>confidence {0} %</source>
        <translation>Konfidenz {0} %</translation>
    </message>
    <message>
        <source>confidence not measured</source>
        <translation>Konfidenz nicht gemessen</translation>
    </message>
</context>
<context>
    <name>Writing</name>
    <message>
        <source>This window is read-only: {0} has the project open on the computer {1}.</source>
        <translation>Dieses Fenster ist schreibgeschützt: {0} hat das Projekt auf dem Computer {1} geöffnet.</translation>
    </message>
    <message>
        <source>somebody</source>
        <translation>jemand</translation>
    </message>
    <message>
        <source>This window is read-only: another window has the project open.</source>
        <translation>Dieses Fenster ist schreibgeschützt: Ein anderes Fenster hat das Projekt geöffnet.</translation>
    </message>
    <message>
        <source>This window is read-only: the project is on a network drive.</source>
        <translation>Dieses Fenster ist schreibgeschützt: Das Projekt liegt auf einem Netzlaufwerk.</translation>
    </message>
    <message>
        <source>This window is read-only: the project cannot be written to.</source>
        <translation>Dieses Fenster ist schreibgeschützt: In das Projekt kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>{0} You can view everything here, but not change it. To work on some pages meanwhile, take them out as a part and merge it later.</source>
        <translation>{0} Sie können hier alles ansehen, aber nichts ändern. Um inzwischen an einigen Seiten zu arbeiten, gliedern Sie sie als Teilprojekt aus und führen es später zusammen.</translation>
    </message>
    <message>
        <source>This project is on a network drive, where two computers that write at once can damage it. You can view everything; copy the project to this computer to work on it.</source>
        <translation>Dieses Projekt liegt auf einem Netzlaufwerk, wo zwei gleichzeitig schreibende Computer es beschädigen können. Sie können alles ansehen; kopieren Sie das Projekt auf diesen Computer, um daran zu arbeiten.</translation>
    </message>
    <message>
        <source>This project cannot be written to ({0}). You can view everything; to work on it, free disk space or copy the project to a folder of your own.</source>
        <translation>In dieses Projekt kann nicht geschrieben werden ({0}). Sie können alles ansehen; um daran zu arbeiten, schaffen Sie Platz auf dem Datenträger oder kopieren Sie das Projekt in einen eigenen Ordner.</translation>
    </message>
    <message>
        <source>This project is open in another window.</source>
        <translation>Dieses Projekt ist in einem anderen Fenster geöffnet.</translation>
    </message>
    <message>
        <source>This project is open in another window on this computer, since {0}.</source>
        <translation>Dieses Projekt ist in einem anderen Fenster auf diesem Computer geöffnet, seit {0}.</translation>
    </message>
    <message>
        <source>{0} has this project open on the computer {1}, since {2}.</source>
        <translation>{0} hat dieses Projekt auf dem Computer {1} geöffnet, seit {2}.</translation>
    </message>
    <message>
        <source>Somebody</source>
        <translation>Jemand</translation>
    </message>
</context>
<context>
    <name>_DemoProgress</name>
    <message>
        <source>Finished pages of the demo</source>
        <translation>Fertige Seiten der Demo</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Preparing the demo in {0} …</source>
        <translation>Die Demo wird in {0} vorbereitet …</translation>
    </message>
    <message>
        <source>Page {0} of {1} is finished. The demo is created in {2}.</source>
        <translation>Seite {0} von {1} ist fertig. Die Demo entsteht in {2}.</translation>
    </message>
</context>
<context>
    <name>_ExportReport</name>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln Wort</numerusform>
            <numerusform>%Ln Wörter</numerusform>
        </translation>
    </message>
    <message>
        <source>Exported {0} to {1}. {2}: {3} transcribed by a person, {4} suggested by the model.</source>
        <translation>Exportiert: {0}, nach {1}. {2}: {3} transkribiert, {4} vom Modell vorgeschlagen.</translation>
    </message>
    <message numerus="yes">
        <source>Left out: %Ln word(s); the first is {0}</source>
        <translation>
            <numerusform>Ausgelassen: %Ln Wort; das erste ist {0}</numerusform>
            <numerusform>Ausgelassen: %Ln Wörter; das erste ist {0}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Row</name>
    <message>
        <source>or</source>
        <translation>oder</translation>
    </message>
</context>
<context>
    <name>copy_card</name>
    <message>
        <source>The model card is on the clipboard.</source>
        <translation>Die Modellkarte ist in der Zwischenablage.</translation>
    </message>
</context>
<context>
    <name>titles</name>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Sammlung</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Insight</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
</context>
</TS>
