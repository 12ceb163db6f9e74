<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>About Ductus</source>
        <translation>À propos de Ductus</translation>
    </message>
    <message>
        <source>Ductus {0}</source>
        <translation>Ductus {0}</translation>
    </message>
    <message>
        <source>Reads scanned handwriting word by word, and says how sure it is.</source>
        <translation>Lit mot à mot les écritures manuscrites numérisées et indique à quel point chaque lecture est sûre.</translation>
    </message>
    <message>
        <source>What the models of Ductus learnt from</source>
        <translation>Ce sur quoi les modèles de Ductus ont appris</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>What the models learnt from</source>
        <translation>Les sources des modèles</translation>
    </message>
    <message>
        <source>Libraries and licences</source>
        <translation>Bibliothèques et licences</translation>
    </message>
    <message>
        <source>{0} {1}.</source>
        <comment>so many words, in so many fonts</comment>
        <translation>{0} {1}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln different words</source>
        <translation>
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots différents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln handwriting fonts under open licences</source>
        <translation>
            <numerusform>dans %Ln police d’écriture manuscrite sous licence libre</numerusform>
            <numerusform>dans %Ln polices d’écriture manuscrite sous licences libres</numerusform>
        </translation>
    </message>
    <message>
        <source>Real handwriting, of which hands of its own were kept for tests:</source>
        <translation>Écritures réelles, dont certaines mains ont été réservées aux tests :</translation>
    </message>
    <message numerus="yes">
        <source>%Ln drawn pages</source>
        <translation>
            <numerusform>%Ln page dessinée</numerusform>
            <numerusform>%Ln pages dessinées</numerusform>
        </translation>
    </message>
    <message>
        <source>The line finder, which marks the lines of a page, learnt from {0} and from real ones:</source>
        <translation>Le détecteur de lignes, qui marque les lignes d’une page, a appris sur {0} et sur des pages réelles :</translation>
    </message>
    <message>
        <source>The line finder, which marks the lines of a page, learnt from {0}.</source>
        <translation>Le détecteur de lignes, qui marque les lignes d’une page, a appris sur {0}.</translation>
    </message>
    <message>
        <source>The line reader, which spells whole lines, learnt from lines in fonts and from real ones:</source>
        <translation>Le lecteur de lignes, qui épelle des lignes entières, a appris sur des lignes en polices de caractères et sur des lignes réelles :</translation>
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
            <numerusform>%Ln ligne</numerusform>
            <numerusform>%Ln lignes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln words</source>
        <translation>
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hands</source>
        <translation>
            <numerusform>%Ln main</numerusform>
            <numerusform>%Ln mains</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AccessibleWord</name>
    <message>
        <source>word without text</source>
        <translation>mot sans texte</translation>
    </message>
    <message>
        <source>not a word</source>
        <translation>pas un mot</translation>
    </message>
</context>
<context>
    <name>Adaptation</name>
    <message>
        <source>The adapted starter model is suggesting readings; you can go on working.</source>
        <translation>Le modèle de départ adapté propose des lectures ; vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>The starter model is now adapting itself to this handwriting, which takes some minutes. Suggestions usually get better when it is done; you can go on working.</source>
        <translation>Le modèle de départ s’adapte maintenant à cette écriture, ce qui prend quelques minutes. Ensuite, les propositions sont en général meilleures ; vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>The starter model can adapt itself to this handwriting: it learns from its own surest suggestions. That needs no transcription and takes some minutes.</source>
        <translation>Le modèle de départ peut s’adapter à cette écriture : il apprend de ses propres propositions les plus sûres. Cela ne demande aucune transcription et prend quelques minutes.</translation>
    </message>
    <message>
        <source>Adapt to this handwriting</source>
        <translation>Adapter à cette écriture</translation>
    </message>
    <message numerus="yes">
        <source>The starter model has adapted itself to this handwriting: %Ln word(s) have another suggestion now.</source>
        <translation>
            <numerusform>Le modèle de départ s’est adapté à cette écriture : %Ln mot a maintenant une autre proposition.</numerusform>
            <numerusform>Le modèle de départ s’est adapté à cette écriture : %Ln mots ont maintenant une autre proposition.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>The suggestions stay as they are: adapted to this handwriting, the starter model reads fewer of the transcribed words correctly.</source>
        <translation>Les propositions restent telles quelles : adapté à cette écriture, le modèle de départ lit correctement moins de mots transcrits.</translation>
    </message>
    <message>
        <source>The starter model stays as it was, and so do all suggestions.</source>
        <translation>Le modèle de départ reste tel qu’il était, de même que toutes les propositions.</translation>
    </message>
    <message>
        <source>The starter model could not adapt itself to this handwriting. All suggestions stay. {0}</source>
        <translation>Le modèle de départ n’a pas pu s’adapter à cette écriture. Toutes les propositions restent. {0}</translation>
    </message>
</context>
<context>
    <name>AddWordsPanel</name>
    <message>
        <source>Words to add</source>
        <translation>Mots à ajouter</translation>
    </message>
    <message>
        <source>Type words</source>
        <translation>Saisissez des mots</translation>
    </message>
    <message>
        <source>Add to the list</source>
        <translation>Ajouter à la liste</translation>
    </message>
    <message>
        <source>Add words from a file…</source>
        <translation>Ajouter les mots d’un fichier…</translation>
    </message>
    <message>
        <source>Add a language…</source>
        <translation>Ajouter une langue…</translation>
    </message>
    <message>
        <source>Add transcribed words</source>
        <translation>Ajouter les mots transcrits</translation>
    </message>
    <message>
        <source>The model suggests only words of this list, including words that it was not trained on. Add the names of places and families that may occur, or they cannot be suggested.</source>
        <translation>Le modèle ne propose que des mots de cette liste, y compris ceux qu’il n’a jamais vus à l’entraînement. Ajoutez les noms de lieux et de familles qui peuvent apparaître, sans quoi ils ne peuvent pas être proposés.</translation>
    </message>
    <message>
        <source>A text file in UTF-8: one word a line, or word, tab and how often it occurs.</source>
        <translation>Un fichier texte en UTF-8 : un mot par ligne, ou le mot, une tabulation et son nombre d’occurrences.</translation>
    </message>
    <message>
        <source>Adds the common words of a language, with how often they occur.</source>
        <translation>Ajoute les mots courants d’une langue, avec leur fréquence.</translation>
    </message>
    <message>
        <source>Adds every word that a person has transcribed.</source>
        <translation>Ajoute tous les mots qu’une personne a transcrits.</translation>
    </message>
    <message>
        <source>Words that may occur</source>
        <translation>Mots qui peuvent apparaître</translation>
    </message>
</context>
<context>
    <name>Advanced</name>
    <message>
        <source>Reset all parameters</source>
        <translation>Réinitialiser tous les paramètres</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Cet ordinateur</translation>
    </message>
    <message>
        <source>The smallest with all letters</source>
        <translation>Le plus petit qui contient toutes les lettres</translation>
    </message>
    <message>
        <source>Train on those that fit well</source>
        <translation>Entraîner sur ceux qui s’ajustent bien</translation>
    </message>
    <message>
        <source>Train on all of them</source>
        <translation>Entraîner sur tous</translation>
    </message>
    <message>
        <source>Train on none of them</source>
        <translation>N’entraîner sur aucun</translation>
    </message>
    <message>
        <source>Leave out words with letters outside the alphabet</source>
        <translation>Laisser de côté les mots dont des lettres sont hors de l’alphabet</translation>
    </message>
    <message>
        <source>No earlier model</source>
        <translation>Aucun modèle antérieur</translation>
    </message>
    <message>
        <source>{0} (active)</source>
        <translation>{0} (actif)</translation>
    </message>
    <message>
        <source>&amp;Continue from</source>
        <translation>&amp;Continuer à partir de</translation>
    </message>
    <message>
        <source>&amp;Alphabet</source>
        <translation>&amp;Alphabet</translation>
    </message>
    <message>
        <source>Words aligned a&amp;utomatically</source>
        <translation>Mots alignés a&amp;utomatiquement</translation>
    </message>
    <message>
        <source>Random &amp;seed</source>
        <translation>&amp;Graine aléatoire</translation>
    </message>
    <message>
        <source>The cluster (Slurm)</source>
        <translation>Le cluster (Slurm)</translation>
    </message>
    <message>
        <source>&amp;Where it runs</source>
        <translation>&amp;Lieu d’exécution</translation>
    </message>
    <message>
        <source>Model to continue from</source>
        <translation>Modèle à partir duquel continuer</translation>
    </message>
    <message>
        <source>Its readers are trained further, which takes far fewer steps</source>
        <translation>L’entraînement de ses lecteurs est poursuivi, ce qui demande bien moins de pas</translation>
    </message>
    <message>
        <source>Alphabet</source>
        <translation>Alphabet</translation>
    </message>
    <message>
        <source>Words aligned automatically</source>
        <translation>Mots alignés automatiquement</translation>
    </message>
    <message>
        <source>Words cut from the text of their line that nobody has confirmed; some may be cut wrongly</source>
        <translation>Mots découpés d’après le texte de leur ligne et que personne n’a confirmés ; certains peuvent être mal découpés</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>Lieu d’exécution</translation>
    </message>
    <message>
        <source>On the cluster all readers can be trained at the same time, each as a job of its own</source>
        <translation>Sur le cluster, tous les lecteurs peuvent être entraînés en même temps, chacun comme une tâche à part</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Graine aléatoire</translation>
    </message>
    <message>
        <source>The same seed on the same words gives the same readers</source>
        <translation>La même graine sur les mêmes mots donne les mêmes lecteurs</translation>
    </message>
    <message numerus="yes">
        <source>%Ln parameter(s) changed.</source>
        <translation>
            <numerusform>%Ln paramètre modifié.</numerusform>
            <numerusform>%Ln paramètres modifiés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing changed.</source>
        <translation>Rien n’est modifié.</translation>
    </message>
    <message>
        <source>Parameters of the preset &apos;{0}&apos;. {1} The paper&apos;s symbols stand in brackets.</source>
        <translation>Paramètres du préréglage « {0} ». {1} Les symboles de l’article sont entre parenthèses.</translation>
    </message>
</context>
<context>
    <name>AgreementDialog</name>
    <message>
        <source>Agreement of people</source>
        <translation>Accord entre les personnes</translation>
    </message>
    <message>
        <source>Two people</source>
        <translation>Deux personnes</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>Comparaison…</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Différences</translation>
    </message>
    <message>
        <source>Show the word</source>
        <translation>Afficher le mot</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Compared are the latest texts that each person typed or accepted. The figures say how reliable a reading is only where neither saw the other&apos;s.</source>
        <translation>Sont comparés les derniers textes que chaque personne a saisis ou acceptés. Les chiffres ne disent la fiabilité d’une lecture que là où aucune n’a vu celle de l’autre.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Page</translation>
    </message>
    <message>
        <source>No two people have transcribed the same word yet. Take out pages as a part without the transcriptions, let another person read them, and merge the part.</source>
        <translation>Deux personnes n’ont pas encore transcrit le même mot. Extrayez des pages en un lot sans les transcriptions, faites-les lire par une autre personne, puis fusionnez le lot.</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} et {1}</translation>
    </message>
    <message numerus="yes">
        <source>{0} and {1} both transcribed %Ln word(s): {2} equally, {3} % (95 % interval {4} to {5} %).</source>
        <translation>
            <numerusform>{0} et {1} ont tous deux transcrit %Ln mot : {2} à l’identique, {3} % (intervalle à 95 % : {4} à {5} %).</numerusform>
            <numerusform>{0} et {1} ont tous deux transcrit %Ln mots : {2} à l’identique, {3} % (intervalle à 95 % : {4} à {5} %).</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} % of the characters agree.</source>
        <translation>{0} % des caractères concordent.</translation>
    </message>
    <message>
        <source>somebody without a name</source>
        <translation>une personne sans nom</translation>
    </message>
</context>
<context>
    <name>AlternativesPanel</name>
    <message>
        <source>People transcribed this word differently. Which is right?</source>
        <translation>Plusieurs personnes ont transcrit ce mot différemment. Quelle lecture est juste ?</translation>
    </message>
    <message>
        <source>imported
{0}</source>
        <translation>importé
{0}</translation>
    </message>
    <message>
        <source>somebody without a name</source>
        <translation>une personne sans nom</translation>
    </message>
</context>
<context>
    <name>Announcing</name>
    <message>
        <source>Saved: {0}</source>
        <translation>Enregistré : {0}</translation>
    </message>
</context>
<context>
    <name>AuditPanel</name>
    <message>
        <source>Check the sample in Review</source>
        <translation>Vérifier l’échantillon</translation>
    </message>
    <message>
        <source>The suggestions of this model have no confidence.</source>
        <translation>Les propositions de ce modèle n’ont pas de confiance.</translation>
    </message>
    <message>
        <source>Draw the sample</source>
        <translation>Tirer l’échantillon</translation>
    </message>
    <message>
        <source>Draw a new sample</source>
        <translation>Tirer un nouvel échantillon</translation>
    </message>
    <message>
        <source>There are no unchecked suggestions of this kind.</source>
        <translation>Il n’y a pas de proposition non vérifiée de ce genre.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of {0} must be checked.</source>
        <translation>
            <numerusform>%Ln mot sur {0} est à vérifier.</numerusform>
            <numerusform>%Ln mots sur {0} sont à vérifier.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sample to check</source>
        <translation>Échantillon à vérifier</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) drawn on {0}, {1} of them checked. The result is shown when all are checked.</source>
        <translation>
            <numerusform>%Ln mot tiré le {0}, dont {1} vérifié. Le résultat s’affiche quand il est vérifié.</numerusform>
            <numerusform>%Ln mots tirés le {0}, dont {1} vérifiés. Le résultat s’affiche quand tous sont vérifiés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reliable enough to stop: at least {0} % are right.</source>
        <translation>Assez fiable pour s’arrêter : au moins {0} % sont justes.</translation>
    </message>
    <message>
        <source>Not reliable enough: fewer than {0} % are right. Check more words, then train again.</source>
        <translation>Pas assez fiable : moins de {0} % sont justes. Vérifiez d’autres mots, puis entraînez de nouveau.</translation>
    </message>
    <message>
        <source>Not decided: {0} % lies within the margin. Draw a larger sample, with a smaller margin.</source>
        <translation>Indécis : {0} % se trouve dans la marge. Tirez un échantillon plus grand, avec une marge plus étroite.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of the sample checked: {0} suggestions were right ({1} %).</source>
        <translation>
            <numerusform>%Ln mot de l’échantillon vérifié : {0} proposition était juste ({1} %).</numerusform>
            <numerusform>%Ln mots de l’échantillon vérifiés : {0} propositions étaient justes ({1} %).</numerusform>
        </translation>
    </message>
    <message>
        <source>Of all {0} that it was drawn from ({1}, model “{2}”, {3}), {4} to {5} % were right (exact 95 % interval).</source>
        <translation>Sur les {0} propositions dont il est tiré ({1}, modèle « {2} », {3}), {4} à {5} % étaient justes (intervalle exact à 95 %).</translation>
    </message>
    <message>
        <source>all unchecked suggestions</source>
        <translation>toutes les propositions non vérifiées</translation>
    </message>
    <message>
        <source>confidence at least {0} %</source>
        <translation>confiance d’au moins {0} %</translation>
    </message>
    <message>
        <source>± {0} %</source>
        <translation>± {0} %</translation>
    </message>
    <message>
        <source>{0} % right</source>
        <translation>{0} % justes</translation>
    </message>
    <message>
        <source>A random sample of the unchecked suggestions, checked word by word, shows how many of all are right.</source>
        <translation>Un échantillon aléatoire des propositions non vérifiées, vérifié mot à mot, montre combien sont justes sur l’ensemble.</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Propositions</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Marge</translation>
    </message>
    <message>
        <source>Enough if</source>
        <translation>Suffisant si</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Contrôle</translation>
    </message>
</context>
<context>
    <name>BackupChooser</name>
    <message>
        <source>Restore a backup</source>
        <translation>Restaurer une sauvegarde</translation>
    </message>
    <message>
        <source>Ductus backs up the transcriptions by itself. Restoring brings “{0}” back to the state of a backup: its words, transcriptions and word list. The present state is kept as a backup, so that you can return to it.</source>
        <translation>Ductus sauvegarde les transcriptions de lui-même. La restauration ramène « {0} » à l’état d’une sauvegarde : ses mots, ses transcriptions et sa liste de mots. L’état actuel est gardé comme sauvegarde, pour que vous puissiez y revenir.</translation>
    </message>
    <message>
        <source>Looking for backups …</source>
        <translation>Recherche des sauvegardes…</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Sauvegardes</translation>
    </message>
    <message>
        <source>Restore this backup</source>
        <translation>Restaurer cette sauvegarde</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message numerus="yes">
        <source>%Ln backup(s)</source>
        <translation>
            <numerusform>%Ln sauvegarde</numerusform>
            <numerusform>%Ln sauvegardes</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no backup yet.</source>
        <translation>Il n’y a pas encore de sauvegarde.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s)</source>
        <translation>
            <numerusform>%Ln transcription</numerusform>
            <numerusform>%Ln transcriptions</numerusform>
        </translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>illisible</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0} : {1}</translation>
    </message>
    <message>
        <source>(the state before a backup was restored)</source>
        <translation>(l’état d’avant la restauration d’une sauvegarde)</translation>
    </message>
</context>
<context>
    <name>BackupDialog</name>
    <message>
        <source>Back up the project</source>
        <translation>Sauvegarder le projet</translation>
    </message>
    <message>
        <source>Copying “{0}” to {1}. You can go on working.</source>
        <translation>Copie de « {0} » vers {1}. Vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>No backup was made. {0}</source>
        <translation>Aucune sauvegarde n’a été faite. {0}</translation>
    </message>
    <message>
        <source>The backup is complete: {0} and {1}.</source>
        <translation>La sauvegarde est complète : {0} et {1}.</translation>
    </message>
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
            <numerusform>%Ln fichier</numerusform>
            <numerusform>%Ln fichiers</numerusform>
        </translation>
    </message>
    <message>
        <source>It is a project that can be opened like any other:</source>
        <translation>C’est un projet qui s’ouvre comme n’importe quel autre :</translation>
    </message>
    <message numerus="yes">
        <source>The project and the backup share %Ln file(s) by hard link. To be safe if this disk fails, back up to another disk.</source>
        <translation>
            <numerusform>Le projet et la sauvegarde partagent %Ln fichier par lien physique. Pour parer à une panne de ce disque, sauvegardez sur un autre.</numerusform>
            <numerusform>Le projet et la sauvegarde partagent %Ln fichiers par lien physique. Pour parer à une panne de ce disque, sauvegardez sur un autre.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) are only linked to the project; they are not in the backup.</source>
        <translation>
            <numerusform>%Ln image est seulement liée au projet ; elle n’est pas dans la sauvegarde.</numerusform>
            <numerusform>%Ln images sont seulement liées au projet ; elles ne sont pas dans la sauvegarde.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the project are missing or have changed. Check this project to see which.</source>
        <translation>
            <numerusform>%Ln fichier du projet manque ou a changé. Vérifiez ce projet pour savoir lequel.</numerusform>
            <numerusform>%Ln fichiers du projet manquent ou ont changé. Vérifiez ce projet pour savoir lesquels.</numerusform>
        </translation>
    </message>
    <message>
        <source>Where should the backup go? Best is another disk</source>
        <translation>Où placer la sauvegarde ? De préférence sur un autre disque</translation>
    </message>
    <message>
        <source>Back up here</source>
        <translation>Sauvegarder ici</translation>
    </message>
</context>
<context>
    <name>BoxEditing</name>
    <message>
        <source>Joined.</source>
        <translation>Réunis.</translation>
    </message>
    <message>
        <source>Split in two.</source>
        <translation>Scindé en deux.</translation>
    </message>
    <message>
        <source>The transcription is kept with the old box; Undo restores it.</source>
        <translation>La transcription est gardée avec l’ancien cadre ; Annuler la rétablit.</translation>
    </message>
    <message>
        <source>Select a word first: click it, or press Ctrl+Right.</source>
        <translation>Sélectionnez d’abord un mot : cliquez dessus ou appuyez sur Ctrl+Droite.</translation>
    </message>
    <message>
        <source>Select at least two words: click them with Ctrl, or drag with Shift around them.</source>
        <translation>Sélectionnez au moins deux mots : cliquez dessus avec Ctrl, ou tracez un cadre autour d’eux avec Maj.</translation>
    </message>
</context>
<context>
    <name>BoxOverlay</name>
    <message>
        <source>Box of the word</source>
        <translation>Cadre du mot</translation>
    </message>
</context>
<context>
    <name>Builders</name>
    <message>
        <source>Clear the field</source>
        <translation>Effacer le champ</translation>
    </message>
</context>
<context>
    <name>CandidateList</name>
    <message>
        <source>Candidates: word, distance (smaller is nearer), readers that chose it</source>
        <translation>Candidats : mot, distance (plus petite : plus proche), lecteurs qui l’ont choisi</translation>
    </message>
    <message>
        <source>Candidates: key, word, distance (smaller is nearer), readers that chose it</source>
        <translation>Candidats : touche, mot, distance (plus petite : plus proche), lecteurs qui l’ont choisi</translation>
    </message>
    <message>
        <source>No candidates: there is no suggestion for this word yet.</source>
        <translation>Aucun candidat : il n’y a pas encore de proposition pour ce mot.</translation>
    </message>
    <message>
        <source>{0} Type the transcription.</source>
        <translation>{0} Saisissez la transcription.</translation>
    </message>
    <message>
        <source>From the word list: Up and Down choose</source>
        <translation>De la liste de mots : Haut et Bas choisissent</translation>
    </message>
    <message>
        <source>This word is in the word list; no longer one begins like it.</source>
        <translation>Ce mot est dans la liste de mots ; aucun plus long ne commence ainsi.</translation>
    </message>
    <message>
        <source>No word of the word list begins like this; it is saved as you type it.</source>
        <translation>Aucun mot de la liste ne commence ainsi ; il est enregistré tel que vous le saisissez.</translation>
    </message>
    <message>
        <source>Its image is very similar to that of a word that a person has checked.</source>
        <translation>Son image est très semblable à celle d’un mot qu’une personne a vérifié.</translation>
    </message>
    <message>
        <source>The model has seen images of this word in training.</source>
        <translation>Le modèle a vu des images de ce mot à l’entraînement.</translation>
    </message>
    <message>
        <source>This word is in the word list, but the model has seen no image of it in training.</source>
        <translation>Ce mot est dans la liste de mots, mais le modèle n’en a vu aucune image à l’entraînement.</translation>
    </message>
    <message>
        <source>Most readers treat the word as one that is in no list: these are the letters that they see. If you accept it, check every letter.</source>
        <translation>La plupart des lecteurs tiennent le mot pour un mot hors liste : voici les lettres qu’ils voient. Si vous l’acceptez, vérifiez chaque lettre.</translation>
    </message>
    <message>
        <source>Read without the word list: these are the letters that the readers see. The word is not in the list. It has no distance to compare; check the image.</source>
        <translation>Lu sans la liste de mots : voici les lettres que voient les lecteurs. Le mot n’est pas dans la liste. Il n’a pas de distance à comparer ; regardez l’image.</translation>
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
        <translation>vu</translation>
    </message>
    <message>
        <source>new word</source>
        <translation>mot nouveau</translation>
    </message>
    <message>
        <source>not in list</source>
        <translation>hors liste</translation>
    </message>
    <message>
        <source>look-alike</source>
        <translation>semblable</translation>
    </message>
</context>
<context>
    <name>CanvasEditing</name>
    <message>
        <source>Nothing was changed: {0}</source>
        <translation>Rien n’a été modifié : {0}</translation>
    </message>
</context>
<context>
    <name>CardFigures</name>
    <message>
        <source>Images</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>different word images</source>
        <translation>images de mots différentes</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Justes</translation>
    </message>
    <message>
        <source>95 % interval in brackets</source>
        <translation>Intervalle à 95 % entre parenthèses</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Confiance</translation>
    </message>
    <message>
        <source>mean; 95 % interval in brackets</source>
        <translation>moyenne ; intervalle à 95 % entre parenthèses</translation>
    </message>
    <message>
        <source>Wrong, yet sure</source>
        <translation>Faux, mais sûrs</translation>
    </message>
    <message>
        <source>share that is wrong at a confidence of 90 % or more; 95 % interval in brackets</source>
        <translation>part de propositions fausses à une confiance de 90 % ou plus ; intervalle à 95 % entre parenthèses</translation>
    </message>
    <message>
        <source>Test words by group</source>
        <translation>Mots de test par groupe</translation>
    </message>
    <message>
        <source>Images set aside from training, by group</source>
        <translation>Images cachées à l’entraînement, par groupe</translation>
    </message>
    <message>
        <source>What decides between trained and new words</source>
        <translation>Ce qui décide entre mots vus et mots nouveaux</translation>
    </message>
    <message>
        <source>Calibration of the confidence</source>
        <translation>Calibration de la confiance</translation>
    </message>
    <message>
        <source>Intended use</source>
        <translation>Usage prévu</translation>
    </message>
    <message>
        <source>Training data and licences</source>
        <translation>Données d’entraînement et licences</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Limites</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Groupe</translation>
    </message>
    <message>
        <source>Calibration error</source>
        <translation>Erreur de calibration</translation>
    </message>
    <message>
        <source>expected calibration error in ten bins; interval by resampling the images</source>
        <translation>erreur de calibration attendue sur dix classes ; intervalle par rééchantillonnage des images</translation>
    </message>
    <message>
        <source>Measured on</source>
        <translation>Mesuré sur</translation>
    </message>
    <message>
        <source>No gate</source>
        <translation>Sans aiguillage</translation>
    </message>
    <message>
        <source>One offset (stacking)</source>
        <translation>Un décalage (stacking)</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>Aiguillages</translation>
    </message>
    <message>
        <source>expected share of right words; in brackets the standard error of the gain over no gate</source>
        <translation>part attendue de mots justes ; entre parenthèses, l’erreur type du gain par rapport à l’absence d’aiguillage</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lecteur</translation>
    </message>
    <message>
        <source>Decides</source>
        <translation>Décide</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Collection</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>Hands</source>
        <translation>Mains</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>test words</source>
        <translation>mots de test</translation>
    </message>
    <message>
        <source>images set aside</source>
        <translation>images cachées</translation>
    </message>
    <message>
        <source>The confidence was not fitted on images: it has no measured meaning.</source>
        <translation>La confiance n’a pas été ajustée sur des images : elle n’a pas de sens mesuré.</translation>
    </message>
    <message>
        <source>Not recorded by the version that made and measured this model.</source>
        <translation>Non consigné par la version qui a fait et mesuré ce modèle.</translation>
    </message>
    <message>
        <source>0 is perfect: on average the confidence is off by this much.</source>
        <translation>0 est parfait : c’est l’écart moyen de la confiance.</translation>
    </message>
    <message>
        <source>It assumes that {0} % of the words to be read are in no list.</source>
        <translation>Elle suppose que {0} % des mots à lire sont hors liste.</translation>
    </message>
</context>
<context>
    <name>CardNames</name>
    <message>
        <source>Words trained on</source>
        <translation>Mots vus</translation>
    </message>
    <message>
        <source>New words</source>
        <translation>Mots nouveaux</translation>
    </message>
    <message>
        <source>Words in no list</source>
        <translation>Mots hors liste</translation>
    </message>
    <message>
        <source>New words that the starter model met</source>
        <translation>Mots nouveaux que le modèle de départ a rencontrés</translation>
    </message>
    <message>
        <source>New words that it did not meet</source>
        <translation>Mots nouveaux qu’il n’a pas rencontrés</translation>
    </message>
    <message>
        <source>Length in letters: {0}</source>
        <translation>Longueur en lettres : {0}</translation>
    </message>
    <message>
        <source>Images trained on: {0}</source>
        <translation>Images vues à l’entraînement : {0}</translation>
    </message>
    <message>
        <source>Writer: {0}</source>
        <translation>Scripteur : {0}</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>inconnu</translation>
    </message>
    <message>
        <source>Suggestions for single handwritten words of the hands it was trained on, to be checked by a person. Not for reading unchecked where errors do harm, for telling who wrote a text, or for hands it has not met.</source>
        <translation>Des propositions pour des mots manuscrits isolés des mains sur lesquelles il a été entraîné, à vérifier par une personne. Ne convient pas pour lire sans vérification là où des erreurs nuisent, pour dire qui a écrit un texte, ni pour des mains qu’il n’a pas rencontrées.</translation>
    </message>
    <message>
        <source>It can spell words in no list.</source>
        <translation>Il peut épeler des mots hors liste.</translation>
    </message>
    <message>
        <source>A word that is not in the word list cannot be read.</source>
        <translation>Un mot absent de la liste de mots ne peut pas être lu.</translation>
    </message>
    <message>
        <source>The rights in the word images trained on are those of the project&apos;s scans and transcriptions; the model&apos;s file holds neither.</source>
        <translation>Les droits sur les images de mots de l’entraînement sont ceux des numérisations et des transcriptions du projet ; le fichier du modèle ne contient ni les unes ni les autres.</translation>
    </message>
    <message>
        <source>It began with random weights, or its file does not show otherwise.</source>
        <translation>Il est parti de poids aléatoires, ou son fichier n’indique pas le contraire.</translation>
    </message>
    <message numerus="yes">
        <source>The starter model read %Ln word image(s) of this project and learnt from the surest of its own readings, without transcriptions and without images of transcribed test words.</source>
        <translation>
            <numerusform>Le modèle de départ a lu %Ln image de mot de ce projet et appris de ses propres propositions les plus sûres, sans transcriptions et sans images de mots de test transcrits.</numerusform>
            <numerusform>Le modèle de départ a lu %Ln images de mots de ce projet et appris de ses propres propositions les plus sûres, sans transcriptions et sans images de mots de test transcrits.</numerusform>
        </translation>
    </message>
    <message>
        <source>It began with the starter model, which learnt from {0} pictures of words in {1} fonts under open licences and from these collections:</source>
        <translation>Il est parti du modèle de départ, qui a appris sur {0} images de mots dans {1} polices sous licences libres et sur ces collections :</translation>
    </message>
    <message>
        <source>Other hands, scans and ways of cutting words are likely to be read worse.</source>
        <translation>D’autres mains, numérisations et façons de découper les mots seront probablement moins bien lues.</translation>
    </message>
    <message>
        <source>Words of one page err together, so the true uncertainty is larger than the intervals.</source>
        <translation>Les erreurs des mots d’une même page sont liées : l’incertitude réelle est plus grande que les intervalles.</translation>
    </message>
    <message numerus="yes">
        <source>Figures on new words rest on %Ln image(s) or more for each reader.</source>
        <translation>
            <numerusform>Les chiffres sur les mots nouveaux reposent sur %Ln image ou plus pour chaque lecteur.</numerusform>
            <numerusform>Les chiffres sur les mots nouveaux reposent sur %Ln images ou plus pour chaque lecteur.</numerusform>
        </translation>
    </message>
    <message>
        <source>Set by the preset: what the thresholds were chosen for stands among the properties.</source>
        <translation>Fixé par le préréglage : ce pour quoi les seuils ont été choisis figure parmi les propriétés.</translation>
    </message>
    <message>
        <source>Each reader has the rule that is expected to read most words, tried on words set aside that are weighed as words to come: {0} of them new. No gate decides where no other rule gains more than chance.</source>
        <translation>Chaque lecteur a la règle dont on attend qu’elle lise le plus de mots, essayée sur des mots mis de côté et pondérés comme des mots à venir : {0} d’entre eux sont nouveaux. Là où aucune autre règle ne gagne plus que le hasard, on se passe d’aiguillage.</translation>
    </message>
    <message>
        <source>Not measured. Measure the model in Results.</source>
        <translation>Non mesuré. Mesurez le modèle dans Résultats.</translation>
    </message>
    <message>
        <source>Measured by an earlier version, which did not record groups. Measure again in Results.</source>
        <translation>Mesuré par une version antérieure, qui ne consignait pas les groupes. Mesurez de nouveau dans Résultats.</translation>
    </message>
    <message>
        <source>The vote of all readers, each as it decides; words in no list as on unread pages.</source>
        <translation>Le vote de tous les lecteurs, chacun à sa façon de décider ; mots hors liste comme sur des pages non lues.</translation>
    </message>
    <message>
        <source>None: the model was not trained on transcriptions of this handwriting.</source>
        <translation>Aucun : le modèle n’a pas été entraîné sur des transcriptions de cette écriture.</translation>
    </message>
    <message>
        <source>The model&apos;s file does not hold them: it was made by an earlier version.</source>
        <translation>Le fichier du modèle ne les contient pas : il a été fait par une version antérieure.</translation>
    </message>
    <message>
        <source>Each reader alone on images it was not trained on (X and X&apos;). Its threshold was chosen on them, so the figures are a little too good. Writers are numbered, since a model may go to other people.</source>
        <translation>Chaque lecteur seul sur des images sur lesquelles il n’a pas été entraîné (X et X&apos;). Son seuil a été choisi sur elles : les chiffres sont donc un peu trop bons. Les scripteurs sont numérotés, car un modèle peut être transmis à d’autres.</translation>
    </message>
    <message>
        <source>By writer: not known, since the project names none.</source>
        <translation>Par scripteur : inconnu, car le projet n’en nomme aucun.</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} à {1}</translation>
    </message>
    <message>
        <source>{0} or more</source>
        <translation>{0} ou plus</translation>
    </message>
</context>
<context>
    <name>CardTab</name>
    <message>
        <source>Copy the model card as Markdown</source>
        <translation>Copier la fiche du modèle en Markdown</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Propriété</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Fiche du modèle</translation>
    </message>
    <message>
        <source>The readers</source>
        <translation>Les lecteurs</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lecteur</translation>
    </message>
    <message>
        <source>Words it was trained on</source>
        <translation>Mots vus</translation>
    </message>
    <message>
        <source>W_s of this reader</source>
        <translation>W_s de ce lecteur</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>Aiguillages</translation>
    </message>
    <message>
        <source>n_k, its gate networks</source>
        <translation>n_k, ses réseaux d’aiguillage</translation>
    </message>
    <message>
        <source>Threshold trained</source>
        <translation>Seuil appris</translation>
    </message>
    <message>
        <source>thres, chosen on X and X&apos;</source>
        <translation>thres, choisi sur X et X&apos;</translation>
    </message>
    <message>
        <source>In force</source>
        <translation>En vigueur</translation>
    </message>
    <message>
        <source>thres, as used in this project</source>
        <translation>thres, tel qu’il est utilisé dans ce projet</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Graines</translation>
    </message>
    <message>
        <source>Random seeds of split, embedder, gate and words</source>
        <translation>Graines aléatoires de la répartition, du plongement, de l’aiguillage et des mots</translation>
    </message>
    <message>
        <source>{0} of {1}; training was stopped early</source>
        <translation>{0} sur {1} ; l’entraînement a été arrêté avant la fin</translation>
    </message>
    <message>
        <source>no earlier model</source>
        <translation>aucun modèle antérieur</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Création</translation>
    </message>
    <message>
        <source>Continues from</source>
        <translation>Continue à partir de</translation>
    </message>
    <message>
        <source>Readers (L)</source>
        <translation>Lecteurs (L)</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>Part de</translation>
    </message>
    <message>
        <source>Trained on</source>
        <translation>Entraîné sur</translation>
    </message>
    <message>
        <source>Different words (W_s)</source>
        <translation>Mots différents (W_s)</translation>
    </message>
    <message>
        <source>Word list at that time</source>
        <translation>Liste de mots d’alors</translation>
    </message>
    <message>
        <source>Alphabet</source>
        <translation>Alphabet</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Seuils</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Graine aléatoire</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Précision du calcul</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versions</translation>
    </message>
    <message>
        <source>Data fingerprint</source>
        <translation>Empreinte des données</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message numerus="yes">
        <source>the starter model, adapted by %Ln image(s)</source>
        <translation>
            <numerusform>le modèle de départ, adapté avec %Ln image</numerusform>
            <numerusform>le modèle de départ, adapté avec %Ln images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s), by its own readings</source>
        <translation>
            <numerusform>%Ln image de mot, selon ses propositions</numerusform>
            <numerusform>%Ln images de mots, selon ses propositions</numerusform>
        </translation>
    </message>
    <message>
        <source>no word image of this project</source>
        <translation>aucune image de mot de ce projet</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s)</source>
        <translation>
            <numerusform>%Ln image de mot</numerusform>
            <numerusform>%Ln images de mots</numerusform>
        </translation>
    </message>
    <message>
        <source>none: its gate was not trained</source>
        <translation>aucun : son aiguillage n’a pas été entraîné</translation>
    </message>
    <message>
        <source>set by hand in this project</source>
        <translation>réglé à la main dans ce projet</translation>
    </message>
    <message>
        <source>chosen by training for {0}</source>
        <translation>choisi par l’entraînement pour {0}</translation>
    </message>
</context>
<context>
    <name>CheckDialog</name>
    <message>
        <source>Check this project</source>
        <translation>Vérifier ce projet</translation>
    </message>
    <message>
        <source>Checking the transcriptions, images and models of “{0}”. Nothing is changed.</source>
        <translation>Vérification des transcriptions, des images et des modèles de « {0} ». Rien n’est modifié.</translation>
    </message>
    <message>
        <source>The project is sound. {0}</source>
        <translation>Le projet est en bon état. {0}</translation>
    </message>
    <message>
        <source>Harmless leftover files:</source>
        <translation>Fichiers restants sans importance :</translation>
    </message>
    <message>
        <source>This project has errors. Nothing was changed. {0}</source>
        <translation>Ce projet contient des erreurs. Rien n’a été modifié. {0}</translation>
    </message>
    <message>
        <source>Save what can be read…</source>
        <translation>Enregistrer ce qui est lisible…</translation>
    </message>
    <message>
        <source>{0} rescued</source>
        <translation>{0} récupéré</translation>
    </message>
    <message>
        <source>Where should they be saved?</source>
        <translation>Où faut-il l’enregistrer ?</translation>
    </message>
    <message>
        <source>Checked {0}, {1} and {2}.</source>
        <translation>Vérifiés : {0}, {1} et {2}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln fichier</numerusform>
            <numerusform>%Ln fichiers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln model(s)</source>
        <translation>
            <numerusform>%Ln modèle</numerusform>
            <numerusform>%Ln modèles</numerusform>
        </translation>
    </message>
    <message>
        <source>… and {0} more of these kinds.</source>
        <translation>… et {0} autres du même genre.</translation>
    </message>
</context>
<context>
    <name>CollectionView</name>
    <message>
        <source>Import…</source>
        <translation>Importer…</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>Liste de mots</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>Statistiques</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Collection</translation>
    </message>
    <message>
        <source>Files to import</source>
        <translation>Fichiers à importer</translation>
    </message>
    <message>
        <source>Folder to import</source>
        <translation>Dossier à importer</translation>
    </message>
    <message>
        <source>Words to add</source>
        <translation>Mots à ajouter</translation>
    </message>
    <message>
        <source>Text (*.txt *.tsv *.lst);;All files (*)</source>
        <translation>Texte (*.txt *.tsv *.lst);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>All lines are cut into words already.</source>
        <translation>Toutes les lignes sont déjà découpées en mots.</translation>
    </message>
    <message>
        <source>All pages already have words.</source>
        <translation>Toutes les pages ont déjà des mots.</translation>
    </message>
    <message>
        <source>Select pages first.</source>
        <translation>Sélectionnez d’abord des pages.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are now for: {0}.</source>
        <translation>
            <numerusform>%Ln mot sert maintenant à : {0}.</numerusform>
            <numerusform>%Ln mots servent maintenant à : {0}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) were fetched and are pages now.</source>
        <translation>
            <numerusform>%Ln image a été téléchargée et est maintenant une page.</numerusform>
            <numerusform>%Ln images ont été téléchargées et sont maintenant des pages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were left out.</source>
        <translation>
            <numerusform>%Ln élément a été laissé de côté.</numerusform>
            <numerusform>%Ln éléments ont été laissés de côté.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what was left out</source>
        <translation>Voir ce qui a été laissé de côté</translation>
    </message>
    <message>
        <source>Show the notes</source>
        <translation>Voir les remarques</translation>
    </message>
    <message>
        <source>Cut into words…</source>
        <translation>Découper en mots…</translation>
    </message>
    <message>
        <source>Show the reasons</source>
        <translation>Afficher les raisons</translation>
    </message>
    <message>
        <source>Import files…</source>
        <translation>Importer des fichiers…</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Importer un dossier…</translation>
    </message>
    <message>
        <source>Import from an address (IIIF)…</source>
        <translation>Importer d’une adresse (IIIF)…</translation>
    </message>
    <message>
        <source>Filter the pages or search the word list</source>
        <translation>Filtrer les pages ou chercher dans la liste de mots</translation>
    </message>
    <message>
        <source>Find words on pages without any</source>
        <translation>Trouver les mots des pages qui n’en ont pas</translation>
    </message>
    <message>
        <source>Cut lines into words</source>
        <translation>Découper les lignes en mots</translation>
    </message>
    <message>
        <source>Remove the selected pages from the project…</source>
        <translation>Retirer les pages sélectionnées du projet…</translation>
    </message>
    <message>
        <source>Use the selected pages for: {0}</source>
        <translation>Utiliser les pages sélectionnées pour : {0}</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>Afficher : {0}</translation>
    </message>
    <message>
        <source>Add words from a file to the word list…</source>
        <translation>Ajouter les mots d’un fichier à la liste de mots…</translation>
    </message>
    <message>
        <source>Add the words of a language to the word list…</source>
        <translation>Ajouter les mots d’une langue à la liste de mots…</translation>
    </message>
    <message>
        <source>Add all transcribed words to the word list</source>
        <translation>Ajouter tous les mots transcrits à la liste de mots</translation>
    </message>
    <message>
        <source>{0}, {1}, {2} of them checked</source>
        <translation>{0}, {1}, dont {2} vérifiés</translation>
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
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were found. Their boxes can be corrected on the page.</source>
        <translation>
            <numerusform>%Ln mot a été trouvé. Son cadre peut être corrigé sur la page.</numerusform>
            <numerusform>%Ln mots ont été trouvés. Leurs cadres peuvent être corrigés sur la page.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) or page(s) stay as they are.</source>
        <translation>
            <numerusform>%Ln ligne ou page reste telle quelle.</numerusform>
            <numerusform>%Ln lignes ou pages restent telles quelles.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new word(s). What you had checked, typed or drawn has stayed.</source>
        <translation>
            <numerusform>%Ln nouveau mot. Ce que vous aviez vérifié, saisi ou tracé est resté.</numerusform>
            <numerusform>%Ln nouveaux mots. Ce que vous aviez vérifié, saisi ou tracé est resté.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Results, and parameters that differ</source>
        <translation>Résultats, et paramètres qui diffèrent</translation>
    </message>
    <message>
        <source>Run {0}</source>
        <translation>Entraînement {0}</translation>
    </message>
</context>
<context>
    <name>CompletionPopup</name>
    <message>
        <source>No word of the word list begins like this.</source>
        <translation>Aucun mot de la liste ne commence ainsi.</translation>
    </message>
    <message>
        <source>Choose {0} from the word list</source>
        <translation>Choisir {0} dans la liste de mots</translation>
    </message>
</context>
<context>
    <name>CrashLog</name>
    <message>
        <source>Ductus closed unexpectedly. No transcription is lost: each was saved as it was typed. If it happens again, the log helps to find the cause.</source>
        <translation>Ductus s’est fermé inopinément. Aucune transcription n’est perdue : chacune a été enregistrée dès sa saisie. Si cela se reproduit, le journal aide à en trouver la cause.</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>Afficher le journal</translation>
    </message>
    <message>
        <source>Ductus ran into an unexpected error ({0}). All transcriptions are saved and you can go on. Restart Ductus if this part no longer responds.</source>
        <translation>Ductus a rencontré une erreur inattendue ({0}). Toutes les transcriptions sont enregistrées et vous pouvez continuer. Redémarrez Ductus si cette partie ne répond plus.</translation>
    </message>
</context>
<context>
    <name>DataPanel</name>
    <message>
        <source>transcribed words to train on</source>
        <translation>mots transcrits pour l’entraînement</translation>
    </message>
    <message>
        <source>different words among them</source>
        <translation>mots différents parmi eux</translation>
    </message>
    <message>
        <source>occur only once</source>
        <translation>n’apparaissent qu’une fois</translation>
    </message>
    <message>
        <source>words in the word list</source>
        <translation>mots dans la liste de mots</translation>
    </message>
    <message>
        <source>of future words are probably missing there</source>
        <translation>des mots à venir y manquent probablement</translation>
    </message>
    <message>
        <source>Estimated from words that were transcribed only once and are in no list.</source>
        <translation>Estimé d’après les mots transcrits une seule fois et qui ne sont dans aucune liste.</translation>
    </message>
    <message>
        <source>Edit the word list</source>
        <translation>Modifier la liste de mots</translation>
    </message>
    <message>
        <source>Transcribe words</source>
        <translation>Transcrire des mots</translation>
    </message>
</context>
<context>
    <name>DemoProject</name>
    <message>
        <source>The demo is training a model for its handwriting and then suggests readings for all pages. This takes a few minutes; look around meanwhile. You can stop it at any time, here or at the top.</source>
        <translation>La démonstration entraîne un modèle pour son écriture, puis propose des lectures pour toutes les pages. Cela prend quelques minutes ; regardez autour de vous entre-temps. Vous pouvez l’arrêter à tout moment, ici ou en haut.</translation>
    </message>
    <message>
        <source>Stop the training</source>
        <translation>Arrêter l’entraînement</translation>
    </message>
</context>
<context>
    <name>DeviceBox</name>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
    <message>
        <source>Looking for processors …</source>
        <translation>Recherche des processeurs…</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Processeur (CPU)</translation>
    </message>
    <message>
        <source>Graphics card (CUDA)</source>
        <translation>Carte graphique (CUDA)</translation>
    </message>
    <message>
        <source>Apple graphics (MPS)</source>
        <translation>Graphique Apple (MPS)</translation>
    </message>
    <message>
        <source>Automatic: {0}</source>
        <translation>Automatique : {0}</translation>
    </message>
    <message>
        <source>{0}: cannot be used</source>
        <translation>{0} : inutilisable</translation>
    </message>
    <message>
        <source>{0} cannot be used: {1}.</source>
        <translation>{0} ne peut pas être utilisé : {1}.</translation>
    </message>
</context>
<context>
    <name>DeviceProbe</name>
    <message>
        <source>The processors of this computer could not be listed: {0}</source>
        <translation>Les processeurs de cet ordinateur n’ont pas pu être énumérés : {0}</translation>
    </message>
    <message>
        <source>The times could not be measured: {0}</source>
        <translation>Les durées n’ont pas pu être mesurées : {0}</translation>
    </message>
</context>
<context>
    <name>DistanceSlider</name>
    <message>
        <source>Largest distance of the images shown</source>
        <translation>Plus grande distance des images affichées</translation>
    </message>
    <message>
        <source>Largest distance between an image and the word. 0: exactly as the model expects the word to look.</source>
        <translation>Plus grande distance entre une image et le mot. 0 : exactement l’aspect que le modèle attend du mot.</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Distance</translation>
    </message>
    <message>
        <source>{0} of {1} words, at any distance</source>
        <translation>{0} mots sur {1}, à toute distance</translation>
    </message>
    <message>
        <source>{0} of {1} words within a distance of {2}</source>
        <translation>{0} sur {1} mots à une distance d’au plus {2}</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to begin a project with these files. Nothing is imported yet.</source>
        <translation>Déposez pour commencer un projet avec ces fichiers. Rien n’est encore importé.</translation>
    </message>
    <message>
        <source>Drop to preview. Nothing is imported yet.</source>
        <translation>Déposez pour un aperçu. Rien n’est encore importé.</translation>
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
        <translation>{0} jours</translation>
    </message>
</context>
<context>
    <name>EditNames</name>
    <message>
        <source>transcribe “{text}”</source>
        <translation>transcription « {text} »</translation>
    </message>
    <message numerus="yes">
        <source>transcribe %Ln word(s) as “{text}”</source>
        <translation>
            <numerusform>transcription de %Ln mot comme « {text} »</numerusform>
            <numerusform>transcription de %Ln mots comme « {text} »</numerusform>
        </translation>
    </message>
    <message>
        <source>clear the transcription</source>
        <translation>effacement de la transcription</translation>
    </message>
    <message>
        <source>choose “{text}”</source>
        <translation>choix de « {text} »</translation>
    </message>
    <message numerus="yes">
        <source>accept %Ln suggestion(s)</source>
        <translation>
            <numerusform>acceptation de %Ln proposition</numerusform>
            <numerusform>acceptation de %Ln propositions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>confirm %Ln aligned word(s)</source>
        <translation>
            <numerusform>confirmation de %Ln mot aligné</numerusform>
            <numerusform>confirmation de %Ln mots alignés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>confirm %Ln look-alike(s) as “{text}”</source>
        <translation>
            <numerusform>confirmation de %Ln mot semblable comme « {text} »</numerusform>
            <numerusform>confirmation de %Ln mots semblables comme « {text} »</numerusform>
        </translation>
    </message>
    <message>
        <source>text of a line</source>
        <translation>texte d’une ligne</translation>
    </message>
    <message>
        <source>use for {role}</source>
        <translation>usage : {role}</translation>
    </message>
    <message numerus="yes">
        <source>use %Ln page(s) for {role}</source>
        <translation>
            <numerusform>usage de %Ln page : {role}</numerusform>
            <numerusform>usage de %Ln pages : {role}</numerusform>
        </translation>
    </message>
    <message>
        <source>mark as not a word</source>
        <translation>marque « pas un mot »</translation>
    </message>
    <message>
        <source>mark as a word</source>
        <translation>marque « pas un mot » ôtée</translation>
    </message>
    <message>
        <source>delete words</source>
        <translation>suppression de mots</translation>
    </message>
    <message>
        <source>add words</source>
        <translation>ajout de mots</translation>
    </message>
    <message numerus="yes">
        <source>move %Ln word(s)</source>
        <translation>
            <numerusform>déplacement de %Ln mot</numerusform>
            <numerusform>déplacement de %Ln mots</numerusform>
        </translation>
    </message>
    <message>
        <source>place words</source>
        <translation>placement de mots</translation>
    </message>
    <message>
        <source>reading order</source>
        <translation>ordre de lecture</translation>
    </message>
    <message>
        <source>split a word</source>
        <translation>scission d’un mot</translation>
    </message>
    <message>
        <source>join words</source>
        <translation>réunion de mots</translation>
    </message>
    <message>
        <source>find words on {page}</source>
        <translation>recherche des mots de {page}</translation>
    </message>
    <message numerus="yes">
        <source>find words on %Ln page(s)</source>
        <translation>
            <numerusform>recherche des mots de %Ln page</numerusform>
            <numerusform>recherche des mots de %Ln pages</numerusform>
        </translation>
    </message>
    <message>
        <source>add lines</source>
        <translation>ajout de lignes</translation>
    </message>
    <message>
        <source>draw a line</source>
        <translation>tracé d’une ligne</translation>
    </message>
    <message numerus="yes">
        <source>move %Ln line(s)</source>
        <translation>
            <numerusform>déplacement de %Ln ligne</numerusform>
            <numerusform>déplacement de %Ln lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>join lines</source>
        <translation>réunion de lignes</translation>
    </message>
    <message>
        <source>split a line</source>
        <translation>scission d’une ligne</translation>
    </message>
    <message numerus="yes">
        <source>delete %Ln line(s)</source>
        <translation>
            <numerusform>suppression de %Ln ligne</numerusform>
            <numerusform>suppression de %Ln lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>order of lines</source>
        <translation>ordre des lignes</translation>
    </message>
    <message numerus="yes">
        <source>align %Ln line(s) again</source>
        <translation>
            <numerusform>nouvel alignement de %Ln ligne</numerusform>
            <numerusform>nouvel alignement de %Ln lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>place the words of a line</source>
        <translation>placement des mots d’une ligne</translation>
    </message>
    <message numerus="yes">
        <source>add %Ln word(s) of {language}</source>
        <translation>
            <numerusform>ajout de %Ln mot ({language})</numerusform>
            <numerusform>ajout de %Ln mots ({language})</numerusform>
        </translation>
    </message>
    <message>
        <source>remove the words of {language}</source>
        <translation>retrait des mots de la langue ({language})</translation>
    </message>
    <message numerus="yes">
        <source>add %Ln word(s) to the list</source>
        <translation>
            <numerusform>ajout de %Ln mot à la liste</numerusform>
            <numerusform>ajout de %Ln mots à la liste</numerusform>
        </translation>
    </message>
    <message>
        <source>remove words from the list</source>
        <translation>retrait de mots de la liste</translation>
    </message>
    <message>
        <source>remove all word images</source>
        <translation>retrait de toutes les images de mots</translation>
    </message>
    <message>
        <source>remove page {page}</source>
        <translation>retrait de la page {page}</translation>
    </message>
    <message numerus="yes">
        <source>remove %Ln page(s)</source>
        <translation>
            <numerusform>retrait de %Ln page</numerusform>
            <numerusform>retrait de %Ln pages</numerusform>
        </translation>
    </message>
    <message>
        <source>remove page {page} and all word images</source>
        <translation>retrait de la page {page} et de toutes les images de mots</translation>
    </message>
    <message numerus="yes">
        <source>remove %Ln page(s) and all word images</source>
        <translation>
            <numerusform>retrait de %Ln page et de toutes les images de mots</numerusform>
            <numerusform>retrait de %Ln pages et de toutes les images de mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>import %Ln word(s) ({format})</source>
        <translation>
            <numerusform>importation de %Ln mot ({format})</numerusform>
            <numerusform>importation de %Ln mots ({format})</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>import %Ln page(s) ({format})</source>
        <translation>
            <numerusform>importation de %Ln page ({format})</numerusform>
            <numerusform>importation de %Ln pages ({format})</numerusform>
        </translation>
    </message>
    <message>
        <source>merge the part {part}</source>
        <translation>fusion du lot {part}</translation>
    </message>
    <message>
        <source>name ZIP files</source>
        <translation>noms des fichiers ZIP</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>Transcription of the word</source>
        <translation>Transcription du mot</translation>
    </message>
    <message>
        <source>Not transcribed yet</source>
        <translation>Pas encore transcrit</translation>
    </message>
    <message>
        <source>Type the transcription</source>
        <translation>Saisissez la transcription</translation>
    </message>
    <message>
        <source>Up and Down choose from the word list.</source>
        <translation>Haut et Bas choisissent dans la liste de mots.</translation>
    </message>
    <message>
        <source>The model&apos;s candidates. Distance: smaller is nearer.</source>
        <translation>Les candidats du modèle. Distance : plus petite, plus proche.</translation>
    </message>
    <message>
        <source>Alt and its number chooses a candidate. Distance: smaller is nearer.</source>
        <translation>Alt et son numéro choisissent un candidat. Distance : plus petite, plus proche.</translation>
    </message>
    <message>
        <source>Not in list: spelled without the word list, and not in the list.</source>
        <translation>Hors liste : épelé sans la liste de mots, et absent de celle-ci.</translation>
    </message>
    <message>
        <source>Enter or Tab next · Esc closes</source>
        <translation>Entrée ou Tab : suivant · Échap : fermer</translation>
    </message>
    <message>
        <source>Enter saves and goes on · Tab next · Esc cancels</source>
        <translation>Entrée : enregistrer et continuer · Tab : suivant · Échap : annuler</translation>
    </message>
    <message>
        <source>not in list</source>
        <translation>hors liste</translation>
    </message>
    <message>
        <source>Choose candidate {0}: {1}</source>
        <translation>Choisir le candidat {0} : {1}</translation>
    </message>
    <message>
        <source>{0}, not in the word list</source>
        <translation>{0}, absent de la liste de mots</translation>
    </message>
    <message numerus="yes">
        <source>{0}: read without the word list by %Ln reader(s); it is not in the list</source>
        <translation>
            <numerusform>{0} : lu sans la liste de mots par %Ln lecteur ; absent de la liste</numerusform>
            <numerusform>{0} : lu sans la liste de mots par %Ln lecteurs ; absent de la liste</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: not in the word list; spelled so by %Ln reader(s), least distance {1}</source>
        <translation>
            <numerusform>{0} : absent de la liste de mots ; épelé ainsi par %Ln lecteur, distance la plus petite {1}</numerusform>
            <numerusform>{0} : absent de la liste de mots ; épelé ainsi par %Ln lecteurs, distance la plus petite {1}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: chosen by %Ln reader(s), least distance {1}</source>
        <translation>
            <numerusform>{0} : choisi par %Ln lecteur, distance la plus petite {1}</numerusform>
            <numerusform>{0} : choisi par %Ln lecteurs, distance la plus petite {1}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>Progress</source>
        <translation>Progression</translation>
    </message>
</context>
<context>
    <name>ExcerptView</name>
    <message>
        <source>The word on its page</source>
        <translation>Le mot sur sa page</translation>
    </message>
    <message>
        <source>There is no image of this word. {0}</source>
        <translation>Il n’y a pas d’image de ce mot. {0}</translation>
    </message>
    <message>
        <source>Loading the page …</source>
        <translation>Chargement de la page…</translation>
    </message>
</context>
<context>
    <name>ExplanationText</name>
    <message>
        <source>No reader found a word: the word list was empty at that time.</source>
        <translation>Aucun lecteur n’a trouvé de mot : la liste de mots était vide à ce moment-là.</translation>
    </message>
    <message>
        <source>The line reader, which sees the whole line, reads “{0}”.</source>
        <translation>Le lecteur de lignes, qui voit toute la ligne, lit « {0} ».</translation>
    </message>
    <message>
        <source>Alone the word image reads “{0}”; with its line it reads “{1}”.</source>
        <translation>Seule, l’image du mot se lit « {0} » ; avec sa ligne, « {1} ».</translation>
    </message>
    <message>
        <source>The only reader suggests “{0}”.</source>
        <translation>L’unique lecteur propose « {0} ».</translation>
    </message>
    <message>
        <source>All {0} readers suggest “{1}”.</source>
        <translation>Les {0} lecteurs proposent tous « {1} ».</translation>
    </message>
    <message>
        <source>Each of the {0} readers suggests another word; “{1}” wins because it is nearest to the image (distance {2}; the next, “{3}”, {4}).</source>
        <translation>Chacun des {0} lecteurs propose un autre mot ; « {1} » l’emporte, car il est le plus proche de l’image (distance {2} ; le suivant, « {3} », {4}).</translation>
    </message>
    <message>
        <source>A tie: “{0}” and {1} have {2} votes each. “{0}” wins because it is nearer to the image (distance {3} against {4}).</source>
        <translation>Égalité : « {0} » et {1} ont chacun {2} votes. « {0} » l’emporte, car il est plus proche de l’image (distance {3} contre {4}).</translation>
    </message>
    <message>
        <source>“{0}” ({1})</source>
        <translation>« {0} » ({1})</translation>
    </message>
    <message>
        <source>{0} of {1} readers suggest “{2}”; the others: {3}.</source>
        <translation>{0} lecteurs sur {1} proposent « {2} » ; les autres : {3}.</translation>
    </message>
    <message>
        <source>{0} of {1} readers, the most but no majority, suggest “{2}”; the others: {3}.</source>
        <translation>{0} lecteurs sur {1}, le plus grand nombre mais pas la majorité, proposent « {2} » ; les autres : {3}.</translation>
    </message>
    <message>
        <source>The only reader treats it as a word in no list and spells it “{0}”.</source>
        <translation>L’unique lecteur le tient pour un mot hors liste et l’épelle « {0} ».</translation>
    </message>
    <message>
        <source>All {0} readers treat it as a word in no list and spell it “{1}”.</source>
        <translation>Les {0} lecteurs le tiennent tous pour un mot hors liste et l’épellent « {1} ».</translation>
    </message>
    <message>
        <source>{0} of {1} readers treat it as a word in no list and spell it “{2}”.</source>
        <translation>{0} lecteurs sur {1} le tiennent pour un mot hors liste et l’épellent « {2} ».</translation>
    </message>
    <message>
        <source>{0} of {1} readers treat it as a word in no list and spell it “{2}”; the others: {3}.</source>
        <translation>{0} lecteurs sur {1} le tiennent pour un mot hors liste et l’épellent « {2} » ; les autres : {3}.</translation>
    </message>
    <message>
        <source>Spelled as a word in no list: {0}. That is not more than half of the readers, so the words of the list were put to the vote.</source>
        <translation>Épelé comme un mot hors liste : {0}. Ce n’est pas plus de la moitié des lecteurs : le vote a donc porté sur les mots de la liste.</translation>
    </message>
    <message>
        <source>This is the starter model: it was not trained on transcribed words of this project and chose from the whole word list.</source>
        <translation>C’est le modèle de départ : il n’a pas été entraîné sur des mots transcrits de ce projet et a choisi dans toute la liste de mots.</translation>
    </message>
    <message>
        <source>Every reader treats it as a word it was trained on.</source>
        <translation>Chaque lecteur le tient pour un mot vu à l’entraînement.</translation>
    </message>
    <message>
        <source>The readers disagree: {0} of {1} treat it as a word they were trained on, {2} as a new word.</source>
        <translation>Les lecteurs sont partagés : {0} sur {1} le tiennent pour un mot vu à l’entraînement, {2} pour un mot nouveau.</translation>
    </message>
    <message>
        <source>Every reader treats it as a new word.</source>
        <translation>Chaque lecteur le tient pour un mot nouveau.</translation>
    </message>
    <message>
        <source>The model as a whole was trained on “{0}”, but each reader leaves out some of the training words.</source>
        <translation>Le modèle dans son ensemble a été entraîné sur « {0} », mais chaque lecteur laisse de côté une partie des mots d’entraînement.</translation>
    </message>
    <message>
        <source>Thresholds do not change the spelling of a word in no list.</source>
        <translation>Les seuils ne changent pas la graphie d’un mot hors liste.</translation>
    </message>
    <message>
        <source>The readers disagree: {0} of {1} treat it as a word in no list, {2} as a word they were trained on, {3} as a new word.</source>
        <translation>Les lecteurs sont partagés : {0} sur {1} le tiennent pour un mot hors liste, {2} pour un mot vu à l’entraînement, {3} pour un mot nouveau.</translation>
    </message>
    <message>
        <source>Reader {0} decided narrowly: {1} of {2} votes for “trained on”; {3} are needed.</source>
        <translation>Le lecteur {0} a décidé de justesse : {1} votes sur {2} pour « vu » ; il en faut {3}.</translation>
    </message>
    <message>
        <source>The opposite decision would have given “{0}”.</source>
        <translation>La décision contraire aurait donné « {0} ».</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more reader(s) decided as narrowly.</source>
        <translation>
            <numerusform>%Ln autre lecteur a décidé d’aussi près.</numerusform>
            <numerusform>%Ln autres lecteurs ont décidé d’aussi près.</numerusform>
        </translation>
    </message>
    <message>
        <source>The transcription is the same.</source>
        <translation>La transcription est la même.</translation>
    </message>
    <message>
        <source>The transcription is “{0}”.</source>
        <translation>La transcription est « {0} ».</translation>
    </message>
    <message>
        <source>That word is not in the word list: readers can only spell it.</source>
        <translation>Ce mot n’est pas dans la liste de mots : les lecteurs ne peuvent que l’épeler.</translation>
    </message>
    <message>
        <source>That word is not in the word list, so no reader could suggest it. Add it, then suggest readings again.</source>
        <translation>Ce mot n’est pas dans la liste de mots : aucun lecteur ne pouvait le proposer. Ajoutez-le, puis proposez de nouveau des lectures.</translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} suggested that word but were outvoted.</source>
        <translation>
            <numerusform>Le lecteur {0} a proposé ce mot, mais a été mis en minorité.</numerusform>
            <numerusform>Les lecteurs {0} ont proposé ce mot, mais ont été mis en minorité.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} had that word on the other side: only the gate was wrong.</source>
        <translation>
            <numerusform>Le lecteur {0} avait ce mot de l’autre côté : seul l’aiguillage s’est trompé.</numerusform>
            <numerusform>Les lecteurs {0} avaient ce mot de l’autre côté : seul l’aiguillage s’est trompé.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} treated it as a word in no list and spelled another one.</source>
        <translation>
            <numerusform>Le lecteur {0} l’a tenu pour un mot hors liste et en a épelé un autre.</numerusform>
            <numerusform>Les lecteurs {0} l’ont tenu pour un mot hors liste et en ont épelé un autre.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0} looked on the correct side but found another word nearer.</source>
        <translation>
            <numerusform>Le lecteur {0} a cherché du bon côté, mais a trouvé un autre mot plus proche.</numerusform>
            <numerusform>Les lecteurs {0} ont cherché du bon côté, mais ont trouvé un autre mot plus proche.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reader(s) {0}: the gate was wrong, and so was its best word on the correct side.</source>
        <translation>
            <numerusform>Lecteur {0} : l’aiguillage s’est trompé, et son meilleur mot du bon côté était faux aussi.</numerusform>
            <numerusform>Lecteurs {0} : l’aiguillage s’est trompé, et leur meilleur mot du bon côté était faux aussi.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} et {1}</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export transcriptions</source>
        <translation>Exporter les transcriptions</translation>
    </message>
    <message>
        <source>Loading the preview…</source>
        <translation>Chargement de l’aperçu…</translation>
    </message>
    <message>
        <source>{0}, {1}: {2} transcribed by a person, {3} filled in by the model, {4} empty.</source>
        <translation>{0}, {1} : {2} transcrits par une personne, {3} remplis par le modèle, {4} vides.</translation>
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
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s) without a page are left out: this format holds pages only.</source>
        <translation>
            <numerusform>%Ln image de mot sans page est laissée de côté : ce format ne contient que des pages.</numerusform>
            <numerusform>%Ln images de mots sans page sont laissées de côté : ce format ne contient que des pages.</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter a file or folder to write to.</source>
        <translation>Indiquez un fichier ou un dossier de destination.</translation>
    </message>
    <message>
        <source>Enter the whole path, from the root of the disk.</source>
        <translation>Indiquez le chemin complet, à partir de la racine du disque.</translation>
    </message>
    <message>
        <source>This file exists and will be replaced.</source>
        <translation>Ce fichier existe et sera remplacé.</translation>
    </message>
    <message>
        <source>This folder exists; files in it with the same names will be replaced.</source>
        <translation>Ce dossier existe ; les fichiers du même nom qu’il contient seront remplacés.</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>Destination</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Choisir</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Aperçu</translation>
    </message>
    <message>
        <source>File or folder to write to</source>
        <translation>Fichier ou dossier de destination</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
    </message>
    <message>
        <source>One zip file with the images</source>
        <translation>Un seul fichier zip avec les images</translation>
    </message>
    <message>
        <source>TIFF and JPEG 2000 images as PNG, for programs in the browser, such as eScriptorium</source>
        <translation>Images TIFF et JPEG 2000 en PNG, pour les programmes dans le navigateur, comme eScriptorium</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Of all pages</source>
        <translation>De toutes les pages</translation>
    </message>
    <message numerus="yes">
        <source>Of the %Ln selected pages only</source>
        <translation>
            <numerusform>De %Ln page sélectionnée seulement</numerusform>
            <numerusform>Des %Ln pages sélectionnées seulement</numerusform>
        </translation>
    </message>
    <message>
        <source>With suggestions that nobody has checked</source>
        <translation>Avec les propositions que personne n’a vérifiées</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>Folder:</source>
        <translation>Dossier :</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Nom :</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Filter of the words to review</source>
        <translation>Filtre des mots à vérifier</translation>
    </message>
    <message>
        <source>Filter: for instance  unseen conf&lt;0.6 page:12 text:/ment$/</source>
        <translation>Filtre : par exemple  unseen conf&lt;0.6 page:12 text:/ment$/</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtrer</translation>
    </message>
    <message>
        <source>Filter by clicking (Alt+F)</source>
        <translation>Filtrer par clics (Alt+F)</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Vues</translation>
    </message>
    <message>
        <source>Saved views (Alt+V)</source>
        <translation>Vues enregistrées (Alt+V)</translation>
    </message>
    <message>
        <source>Save these words as a list to print (PDF)…</source>
        <translation>Enregistrer ces mots comme liste à imprimer (PDF)…</translation>
    </message>
    <message>
        <source>Brightness and contrast of the scan (Alt+B)</source>
        <translation>Luminosité et contraste de la numérisation (Alt+B)</translation>
    </message>
    <message>
        <source>Help on the filter</source>
        <translation>Aide sur le filtre</translation>
    </message>
    <message>
        <source>Only unchecked words</source>
        <translation>Non vérifiés seulement</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>Un par un</translation>
    </message>
    <message>
        <source>One word at a time (Ctrl+M changes)</source>
        <translation>Un mot à la fois (Ctrl+M pour changer)</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Groupes</translation>
    </message>
    <message>
        <source>All words with the same suggestion at once (Ctrl+M changes)</source>
        <translation>Tous les mots de même proposition à la fois (Ctrl+M pour changer)</translation>
    </message>
</context>
<context>
    <name>FilterHelp</name>
    <message>
        <source>Help on the filter</source>
        <translation>Aide sur le filtre</translation>
    </message>
    <message>
        <source>the text contains these letters, in either case; use “…” around letters with spaces</source>
        <translation>le texte contient ces lettres, en majuscules ou en minuscules ; mettez entre &quot;…&quot; les lettres qui comprennent des espaces</translation>
    </message>
    <message>
        <source>transcribed by a person: typed, accepted from the model, either</source>
        <translation>transcrit par une personne : saisi, accepté du modèle, l’un ou l’autre</translation>
    </message>
    <message>
        <source>cut from the text of its line automatically, and not confirmed yet</source>
        <translation>découpé automatiquement d’après le texte de sa ligne, pas encore confirmé</translation>
    </message>
    <message>
        <source>suggested by the model and not checked; neither suggested nor checked</source>
        <translation>proposé par le modèle et non vérifié ; ni proposé ni vérifié</translation>
    </message>
    <message>
        <source>suggested: a word the model was trained on, a new word, a word in no list, or one with a low confidence</source>
        <translation>proposé : un mot vu à l’entraînement, un mot nouveau, un mot hors liste, ou un mot de faible confiance</translation>
    </message>
    <message>
        <source>the vote of the model&apos;s readers is a tie</source>
        <translation>le vote des lecteurs du modèle donne une égalité</translation>
    </message>
    <message>
        <source>transcribed differently by people whose parts were merged, and not decided yet</source>
        <translation>transcrit différemment par des personnes dont les lots ont été fusionnés, et pas encore tranché</translation>
    </message>
    <message>
        <source>the sample that was drawn in Insight, to audit the suggestions</source>
        <translation>l’échantillon tiré dans Analyse pour contrôler les propositions</translation>
    </message>
    <message>
        <source>the model&apos;s confidence from 0 to 1 (without one, the share of its readers that agree, if it has several); also &amp;lt;= &amp;gt; &amp;gt;= =</source>
        <translation>la confiance du modèle, de 0 à 1 (à défaut, la part de ses lecteurs qui sont d’accord, s’il en a plusieurs) ; aussi &amp;lt;= &amp;gt; &amp;gt;= =</translation>
    </message>
    <message>
        <source>readers that agree, distance from the word, letters</source>
        <translation>lecteurs d’accord, distance au mot, lettres</translation>
    </message>
    <message>
        <source>pages by number or by name</source>
        <translation>les pages, par numéro ou par nom</translation>
    </message>
    <message>
        <source>the whole text; * stands for any letters, ? for one</source>
        <translation>le texte entier ; * remplace des lettres quelconques, ? une seule</translation>
    </message>
    <message>
        <source>a regular expression; pred: instead of text: searches the suggestions</source>
        <translation>une expression rationnelle ; pred: au lieu de text: cherche dans les propositions</translation>
    </message>
    <message>
        <source>the use of the word; its writer; the model of the suggestion</source>
        <translation>l’usage du mot ; son scripteur ; le modèle de la proposition</translation>
    </message>
    <message>
        <source>a minus or “not” before a term: the words that it does not match</source>
        <translation>un signe moins ou « not » devant un terme : les mots auxquels il ne correspond pas</translation>
    </message>
    <message>
        <source>all terms must match; “or” joins the two terms beside it</source>
        <translation>tous les termes doivent être remplis ; « or » relie les deux termes qui l’entourent</translation>
    </message>
</context>
<context>
    <name>FilterPanel</name>
    <message>
        <source>Filter by clicking</source>
        <translation>Filtrer par clics</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Page</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Confiance</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Mot</translation>
    </message>
    <message>
        <source>its text; * stands for any letters</source>
        <translation>son texte ; * : des lettres quelconques</translation>
    </message>
    <message>
        <source>&amp;Clear the filter</source>
        <translation>&amp;Effacer le filtre</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>&amp;Page</translation>
    </message>
    <message>
        <source>C&amp;onfidence</source>
        <translation>C&amp;onfiance</translation>
    </message>
    <message>
        <source>&amp;Word</source>
        <translation>&amp;Mot</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>The typed filter is not complete. {0}</source>
        <translation>Le filtre saisi n’est pas complet. {0}</translation>
    </message>
    <message>
        <source>The typed filter combines terms that cannot be shown here; they stay as they are.</source>
        <translation>Le filtre saisi combine des termes qui ne peuvent pas être montrés ici ; ils restent tels quels.</translation>
    </message>
    <message>
        <source>any page</source>
        <translation>toutes les pages</translation>
    </message>
    <message>
        <source>below 50 %</source>
        <translation>moins de 50 %</translation>
    </message>
    <message>
        <source>50 to 80 %</source>
        <translation>de 50 à 80 %</translation>
    </message>
    <message>
        <source>80 to 95 %</source>
        <translation>de 80 à 95 %</translation>
    </message>
    <message>
        <source>95 % and more</source>
        <translation>95 % et plus</translation>
    </message>
    <message>
        <source>any confidence</source>
        <translation>toute confiance</translation>
    </message>
    <message>
        <source>as typed</source>
        <translation>comme saisi</translation>
    </message>
    <message>
        <source>as typed: {0}</source>
        <translation>comme saisi : {0}</translation>
    </message>
</context>
<context>
    <name>GraphicsCard</name>
    <message>
        <source>The disk has no room for it: {0} GB are needed. Make room, then look again.</source>
        <translation>Le disque n’a pas assez de place : il faut {0} Go. Libérez de la place, puis regardez de nouveau.</translation>
    </message>
    <message>
        <source>Ductus uses the graphics card already. Nothing has to be installed.</source>
        <translation>Ductus utilise déjà la carte graphique. Il n’y a rien à installer.</translation>
    </message>
    <message>
        <source>Ductus uses the graphics card.</source>
        <translation>Ductus utilise la carte graphique.</translation>
    </message>
    <message>
        <source>The graphics card cannot be used; Ductus uses the processor. The reason: {0}.</source>
        <translation>La carte graphique ne peut pas être utilisée ; Ductus utilise le processeur. La raison : {0}.</translation>
    </message>
    <message>
        <source>Ductus uses the processor. Another build of PyTorch, the library that it computes with, can be installed for this card. Nothing is fetched before you press the button.</source>
        <translation>Ductus utilise le processeur. Une autre version de PyTorch, la bibliothèque avec laquelle il calcule, peut être installée pour cette carte. Rien n’est téléchargé avant que vous n’appuyiez sur le bouton.</translation>
    </message>
    <message>
        <source>No graphics card was found that Ductus can use. It uses the processor.</source>
        <translation>Aucune carte graphique utilisable par Ductus n’a été trouvée. Il utilise le processeur.</translation>
    </message>
    <message>
        <source>Ductus can only use graphics cards of NVIDIA. It uses the processor.</source>
        <translation>Ductus ne peut utiliser que des cartes graphiques NVIDIA. Il utilise le processeur.</translation>
    </message>
    <message>
        <source>The graphics card has no driver of NVIDIA. Install it with your system&apos;s tools, then look again.</source>
        <translation>La carte graphique n’a pas de pilote NVIDIA. Installez-le avec les outils de votre système, puis regardez de nouveau.</translation>
    </message>
    <message>
        <source>The driver of the graphics card is too old. Install version {1} or a later one, then look again.</source>
        <translation>Le pilote de la carte graphique est trop ancien. Installez la version {1} ou une version plus récente, puis regardez de nouveau.</translation>
    </message>
    <message>
        <source>The graphics card is too old for this version of PyTorch. Ductus uses the processor.</source>
        <translation>La carte graphique est trop ancienne pour cette version de PyTorch. Ductus utilise le processeur.</translation>
    </message>
    <message>
        <source>For this system no PyTorch for graphics cards is known that could be installed.</source>
        <translation>Pour ce système, on ne connaît pas de PyTorch pour carte graphique qui puisse être installé.</translation>
    </message>
    <message>
        <source>Graphics card</source>
        <translation>Carte graphique</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Pilote</translation>
    </message>
    <message>
        <source>{0}, uses the card</source>
        <translation>{0}, utilise la carte</translation>
    </message>
    <message>
        <source>{0}, uses the processor</source>
        <translation>{0}, utilise le processeur</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>To fetch</source>
        <translation>À télécharger</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} Go</translation>
    </message>
    <message>
        <source>{0} GB in {1}, where {2} GB are free</source>
        <translation>{0} Go dans {1}, où {2} Go sont libres</translation>
    </message>
    <message>
        <source>On the disk</source>
        <translation>Sur le disque</translation>
    </message>
    <message>
        <source>Fetched so far</source>
        <translation>Téléchargé jusqu’ici</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Installé</translation>
    </message>
    <message>
        <source>{0} GB in {1}</source>
        <translation>{0} Go dans {1}</translation>
    </message>
    <message>
        <source>{0}, {1} GB</source>
        <translation>{0}, {1} Go</translation>
    </message>
</context>
<context>
    <name>GraphicsCardDialog</name>
    <message>
        <source>Use a graphics card</source>
        <translation>Utiliser une carte graphique</translation>
    </message>
    <message>
        <source>Fetched from (package index)</source>
        <translation>Téléchargé depuis (index de paquets)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progression</translation>
    </message>
    <message>
        <source>Fetch and install</source>
        <translation>Télécharger et installer</translation>
    </message>
    <message>
        <source>Use the processor again</source>
        <translation>Revenir au processeur</translation>
    </message>
    <message>
        <source>Removing it …</source>
        <translation>Suppression…</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Regarder de nouveau</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Looking at this computer …</source>
        <translation>Examen de cet ordinateur…</translation>
    </message>
    <message>
        <source>Fetching and installing. You can go on working.</source>
        <translation>Téléchargement et installation. Vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>Trying it on the card …</source>
        <translation>Essai sur la carte…</translation>
    </message>
    <message>
        <source>{0} of {1} MB</source>
        <translation>{0} sur {1} Mo</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Arrêt…</translation>
    </message>
</context>
<context>
    <name>GroupDelegate</name>
    <message>
        <source>No image</source>
        <translation>Pas d’image</translation>
    </message>
</context>
<context>
    <name>GroupListModel</name>
    <message>
        <source>done  {0}</source>
        <translation>fait  {0}</translation>
    </message>
</context>
<context>
    <name>GroupModel</name>
    <message>
        <source>{0}: marked as different</source>
        <translation>{0} : marqué comme différent</translation>
    </message>
</context>
<context>
    <name>GroupView</name>
    <message>
        <source>Remove the mark as different</source>
        <translation>Ôter la marque « différent »</translation>
    </message>
    <message>
        <source>Mark as different</source>
        <translation>Marquer comme différent</translation>
    </message>
    <message>
        <source>Not a word</source>
        <translation>Pas un mot</translation>
    </message>
    <message>
        <source>Check it by itself</source>
        <translation>Le vérifier à part</translation>
    </message>
    <message>
        <source>Show on page</source>
        <translation>Voir sur la page</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Expliquer</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>« {0} »</translation>
    </message>
    <message>
        <source>Confirm {0}, leave out {1}</source>
        <translation>Confirmer {0}, laisser {1} de côté</translation>
    </message>
    <message>
        <source>Confirm all {0}</source>
        <translation>Confirmer les {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln not a word</source>
        <translation>
            <numerusform>%Ln pas un mot</numerusform>
            <numerusform>%Ln pas des mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %Ln different</source>
        <translation>
            <numerusform>Vérifier %Ln différent</numerusform>
            <numerusform>Vérifier %Ln différents</numerusform>
        </translation>
    </message>
    <message>
        <source>Every word of this group is done.</source>
        <translation>Tous les mots de ce groupe sont traités.</translation>
    </message>
    <message>
        <source>Click or Space marks a word as different; Enter, after the last image, confirms the others.</source>
        <translation>Un clic ou Espace marque un mot comme différent ; Entrée, après la dernière image, confirme les autres.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word image(s) have this suggestion.</source>
        <translation>
            <numerusform>%Ln image de mot a cette proposition.</numerusform>
            <numerusform>%Ln images de mots ont cette proposition.</numerusform>
        </translation>
    </message>
    <message>
        <source>Mark the crossed-out images as not a word: blots, rules (Alt+N)</source>
        <translation>Marquer les images barrées comme n’étant pas des mots : taches, filets (Alt+N)</translation>
    </message>
    <message>
        <source>Groups of words with the same suggestion</source>
        <translation>Groupes de mots de même proposition</translation>
    </message>
    <message>
        <source>Images of the words of this group</source>
        <translation>Images des mots de ce groupe</translation>
    </message>
    <message>
        <source>Confirm the rest of the group</source>
        <translation>Confirmer le reste du groupe</translation>
    </message>
    <message>
        <source>Next group</source>
        <translation>Groupe suivant</translation>
    </message>
    <message>
        <source>Previous group</source>
        <translation>Groupe précédent</translation>
    </message>
    <message>
        <source>Check the different words one by one</source>
        <translation>Vérifier un par un les mots différents</translation>
    </message>
</context>
<context>
    <name>GuideBrowser</name>
    <message>
        <source>Page of the guide</source>
        <translation>Page du guide</translation>
    </message>
</context>
<context>
    <name>GuideWindow</name>
    <message>
        <source>Guide</source>
        <translation>Guide</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>Chercher dans le guide</translation>
    </message>
    <message>
        <source>Back (Alt+Left)</source>
        <translation>Retour (Alt+Gauche)</translation>
    </message>
    <message>
        <source>Forward (Alt+Right)</source>
        <translation>Suivant (Alt+Droite)</translation>
    </message>
    <message>
        <source>Contents (Alt+Home)</source>
        <translation>Sommaire (Alt+Début)</translation>
    </message>
    <message>
        <source>Found in the guide</source>
        <translation>Trouvé dans le guide</translation>
    </message>
    <message>
        <source>Contents of the guide</source>
        <translation>Sommaire du guide</translation>
    </message>
    <message>
        <source>Nothing in the guide contains all of these words.</source>
        <translation>Rien dans le guide ne contient tous ces mots.</translation>
    </message>
    <message>
        <source>{0} is a document of the source code of Ductus; it is not installed.</source>
        <translation>{0} est un document du code source de Ductus ; il n’est pas installé.</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Export transcriptions (Ctrl+E)</source>
        <translation>Exporter les transcriptions (Ctrl+E)</translation>
    </message>
    <message>
        <source>Find a command (Ctrl+K)</source>
        <translation>Chercher une commande (Ctrl+K)</translation>
    </message>
    <message>
        <source>Past messages (Ctrl+Shift+N)</source>
        <translation>Messages passés (Ctrl+Maj+N)</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Clair ou sombre</translation>
    </message>
    <message>
        <source>Guide (F1)</source>
        <translation>Guide (F1)</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Pas encore de modèle</translation>
    </message>
    <message>
        <source>Model: {0} (for an earlier word list)</source>
        <translation>Modèle : {0} (pour une liste de mots antérieure)</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>Modèle : {0}</translation>
    </message>
    <message>
        <source>{0}: project menu</source>
        <translation>{0} : menu du projet</translation>
    </message>
</context>
<context>
    <name>IiifDialog</name>
    <message>
        <source>Import from an address (IIIF)</source>
        <translation>Importer d’une adresse (IIIF)</translation>
    </message>
    <message>
        <source>Address or file of the manifest</source>
        <translation>Adresse ou fichier du manifeste</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Choisir un fichier…</translation>
    </message>
    <message>
        <source>Only these images</source>
        <translation>Seulement ces images</translation>
    </message>
    <message>
        <source>all, or for example 1-20,25</source>
        <translation>toutes, ou par exemple 1-20,25</translation>
    </message>
    <message>
        <source>Show the contents</source>
        <translation>Montrer le contenu</translation>
    </message>
    <message>
        <source>Progress of fetching</source>
        <translation>Progression du téléchargement</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Fetch the images</source>
        <translation>Télécharger les images</translation>
    </message>
    <message>
        <source>Reading the manifest. No image is fetched yet.</source>
        <translation>Lecture du manifeste. Aucune image n’est encore téléchargée.</translation>
    </message>
    <message>
        <source>There is nothing to fetch.</source>
        <translation>Il n’y a rien à télécharger.</translation>
    </message>
    <message>
        <source>Nothing is fetched yet. Check that the licence allows your use.</source>
        <translation>Rien n’est encore téléchargé. Vérifiez que la licence autorise votre usage.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) to fetch</source>
        <translation>
            <numerusform>%Ln image à télécharger</numerusform>
            <numerusform>%Ln images à télécharger</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln already in the project</source>
        <translation>
            <numerusform>%Ln déjà dans le projet</numerusform>
            <numerusform>%Ln déjà dans le projet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cannot be fetched</source>
        <translation>
            <numerusform>%Ln ne peut pas être téléchargée</numerusform>
            <numerusform>%Ln ne peuvent pas être téléchargées</numerusform>
        </translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>non indiqué</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titre</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Provenance</translation>
    </message>
    <message>
        <source>Attribution</source>
        <translation>Attribution</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %Ln image(s), {1} MB</source>
        <translation>
            <numerusform>{0} sur %Ln image, {1} Mo</numerusform>
            <numerusform>{0} sur %Ln images, {1} Mo</numerusform>
        </translation>
    </message>
    <message>
        <source>Importing the images…</source>
        <translation>Importation des images…</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Arrêt…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Close; fetching goes on</source>
        <translation>Fermer ; le téléchargement continue</translation>
    </message>
    <message>
        <source>This starts when the running job has ended.</source>
        <translation>Cela commencera quand la tâche en cours sera terminée.</translation>
    </message>
    <message>
        <source>Waiting for the server…</source>
        <translation>En attente du serveur…</translation>
    </message>
    <message>
        <source>IIIF manifests (*.json);;All files (*)</source>
        <translation>Manifestes IIIF (*.json);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>Manifeste</translation>
    </message>
    <message>
        <source>Libraries and archives publish scans with an IIIF manifest. Enter its address, or choose a manifest that you have as a file.</source>
        <translation>Bibliothèques et archives publient leurs numérisations avec un manifeste IIIF. Saisissez-en l’adresse, ou choisissez un manifeste que vous avez sous forme de fichier.</translation>
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
        <translation>Images de mots selon leur ressemblance avec le mot, les plus semblables d’abord</translation>
    </message>
    <message>
        <source>Find a word by how it looks</source>
        <translation>Trouver un mot d’après son aspect</translation>
    </message>
    <message>
        <source>Type any word, whether or not it is in the word list. The most similar word images are shown here. Mark those that show the word and confirm them all at once.</source>
        <translation>Saisissez un mot, qu’il soit ou non dans la liste de mots. Les images de mots les plus semblables s’affichent ici. Marquez celles qui montrent ce mot et confirmez-les toutes d’un coup.</translation>
    </message>
    <message>
        <source>Searching by image needs a trained model</source>
        <translation>La recherche par l’image demande un modèle entraîné</translation>
    </message>
    <message>
        <source>A model learns from your transcriptions what any word looks like, even a new one. It can then compare every word image of the collection with the word that you type.</source>
        <translation>Un modèle apprend de vos transcriptions l’aspect de n’importe quel mot, même nouveau. Il peut alors comparer chaque image de mot de la collection au mot que vous saisissez.</translation>
    </message>
    <message>
        <source>Go to Train</source>
        <translation>Aller à Entraînement</translation>
    </message>
    <message>
        <source>Mark or unmark the word</source>
        <translation>Marquer ou démarquer le mot</translation>
    </message>
    <message>
        <source>Mark all words shown</source>
        <translation>Marquer tous les mots affichés</translation>
    </message>
    <message>
        <source>Mark none</source>
        <translation>N’en marquer aucun</translation>
    </message>
    <message>
        <source>Confirm the marked words</source>
        <translation>Confirmer les mots marqués</translation>
    </message>
    <message>
        <source>There are no words yet</source>
        <translation>Il n’y a pas encore de mots</translation>
    </message>
    <message>
        <source>Import pages or word images into the collection, then search them here.</source>
        <translation>Importez des pages ou des images de mots dans la collection, puis cherchez-les ici.</translation>
    </message>
    <message>
        <source>Go to Collection</source>
        <translation>Aller à Collection</translation>
    </message>
    <message>
        <source>Suggest readings</source>
        <translation>Proposer des lectures</translation>
    </message>
    <message>
        <source>The model has not processed the word images yet</source>
        <translation>Le modèle n’a pas encore traité les images de mots</translation>
    </message>
    <message numerus="yes">
        <source>“{0}” must process each word image once (%Ln word(s)). It also suggests readings for unchecked words; transcriptions are not changed.</source>
        <translation>
            <numerusform>« {0} » doit traiter une fois chaque image de mot (%Ln mot). Il propose en même temps des lectures pour les mots non vérifiés ; les transcriptions ne sont pas modifiées.</numerusform>
            <numerusform>« {0} » doit traiter une fois chaque image de mot (%Ln mots). Il propose en même temps des lectures pour les mots non vérifiés ; les transcriptions ne sont pas modifiées.</numerusform>
        </translation>
    </message>
    <message>
        <source>The image most similar to “{0}” has a distance of {1}. It may show another word.</source>
        <translation>L’image la plus semblable à « {0} » est à une distance de {1}. Elle montre peut-être un autre mot.</translation>
    </message>
    <message>
        <source>No image is similar enough</source>
        <translation>Aucune image n’est assez semblable</translation>
    </message>
    <message>
        <source>Show the most similar</source>
        <translation>Montrer les plus semblables</translation>
    </message>
    <message>
        <source>This search is not possible</source>
        <translation>Cette recherche n’est pas possible</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) set to “{0}”.</source>
        <translation>
            <numerusform>%Ln mot transcrit « {0} ».</numerusform>
            <numerusform>%Ln mots transcrits « {0} ».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln had this transcription already.</source>
        <translation>
            <numerusform>%Ln avait déjà cette transcription.</numerusform>
            <numerusform>%Ln avaient déjà cette transcription.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln keep their transcriptions.</source>
        <translation>
            <numerusform>%Ln garde sa transcription.</numerusform>
            <numerusform>%Ln gardent leur transcription.</numerusform>
        </translation>
    </message>
    <message>
        <source>distance {0}</source>
        <translation>distance {0}</translation>
    </message>
</context>
<context>
    <name>ImagesElsewhereButton</name>
    <message>
        <source>Choose the folder with the images of the transcriptions</source>
        <translation>Choisir le dossier qui contient les images des transcriptions</translation>
    </message>
    <message>
        <source>Folder with the images</source>
        <translation>Dossier des images</translation>
    </message>
</context>
<context>
    <name>Import</name>
    <message>
        <source>All that can be imported</source>
        <translation>Tout ce qui peut être importé</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>Transcriptions</source>
        <translation>Transcriptions</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tableaux</translation>
    </message>
    <message>
        <source>Zip files</source>
        <translation>Fichiers zip</translation>
    </message>
    <message>
        <source>IIIF manifests</source>
        <translation>Manifestes IIIF</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Tous les fichiers</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>Détecter automatiquement</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importer</translation>
    </message>
    <message>
        <source>Format of the source</source>
        <translation>Format de la source</translation>
    </message>
    <message>
        <source>Transcriptions to import</source>
        <translation>Transcriptions à importer</translation>
    </message>
    <message>
        <source>Transcriptions</source>
        <translation>Transcriptions</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Reading the source. Nothing is imported yet.</source>
        <translation>Lecture de la source. Rien n’est encore importé.</translation>
    </message>
    <message>
        <source>Images are looked for in {0}.</source>
        <translation>Les images sont cherchées dans {0}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) will be left out:</source>
        <translation>
            <numerusform>%Ln élément sera laissé de côté :</numerusform>
            <numerusform>%Ln éléments seront laissés de côté :</numerusform>
        </translation>
    </message>
    <message>
        <source>Notes:</source>
        <translation>Remarques :</translation>
    </message>
    <message>
        <source>{0}
Nothing was changed. Choose another format above, or another source.</source>
        <translation>{0}
Rien n’a été modifié. Choisissez ci-dessus un autre format, ou une autre source.</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} et {1} de plus</translation>
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
        <translation>Usage des mots</translation>
    </message>
    <message>
        <source>Share for testing</source>
        <translation>Part réservée au test</translation>
    </message>
    <message>
        <source>Copy the images into the project</source>
        <translation>Copier les images dans le projet</translation>
    </message>
    <message>
        <source>The images stay where they are. If they are moved or renamed, their words cannot be shown.</source>
        <translation>Les images restent où elles sont. Si elles sont déplacées ou renommées, leurs mots ne peuvent plus être affichés.</translation>
    </message>
    <message>
        <source>Suggest readings with the starter model</source>
        <translation>Proposer des lectures avec le modèle de départ</translation>
    </message>
    <message>
        <source>Language of the writing</source>
        <translation>Langue de l’écrit</translation>
    </message>
    <message>
        <source>Second language of the writing</source>
        <translation>Deuxième langue de l’écriture</translation>
    </message>
    <message>
        <source>and no other</source>
        <translation>et aucune autre</translation>
    </message>
    <message>
        <source>and {0}</source>
        <translation>et {0}</translation>
    </message>
    <message>
        <source>Their common words go into the word list; suggestions are chosen among them.</source>
        <translation>Leurs mots courants vont dans la liste de mots ; les propositions sont choisies parmi eux.</translation>
    </message>
    <message>
        <source>Training, with a share for testing</source>
        <translation>Entraînement, avec une part pour le test</translation>
    </message>
    <message>
        <source>As given in the source</source>
        <translation>Selon la source</translation>
    </message>
    <message>
        <source>Use these pages for…</source>
        <translation>Utiliser ces pages pour…</translation>
    </message>
    <message>
        <source>Use these words for…</source>
        <translation>Utiliser ces mots pour…</translation>
    </message>
    <message>
        <source>of the pages</source>
        <translation>des pages</translation>
    </message>
    <message>
        <source>of the words</source>
        <translation>des mots</translation>
    </message>
    <message>
        <source>File names contain the transcriptions (such as {0})</source>
        <translation>Les noms de fichiers contiennent les transcriptions (comme {0})</translation>
    </message>
    <message>
        <source>File names contain the transcriptions</source>
        <translation>Les noms de fichiers contiennent les transcriptions</translation>
    </message>
    <message numerus="yes">
        <source>Find the words on the %Ln pages that have none</source>
        <translation>
            <numerusform>Trouver les mots sur %Ln page qui n’en a pas</numerusform>
            <numerusform>Trouver les mots sur les %Ln pages qui n’en ont pas</numerusform>
        </translation>
    </message>
    <message>
        <source>Cut lines into words</source>
        <translation>Découper les lignes en mots</translation>
    </message>
    <message numerus="yes">
        <source>Cut lines into words, and find the words on the %Ln pages without lines</source>
        <translation>
            <numerusform>Découper les lignes en mots, et trouver les mots de %Ln page sans lignes</numerusform>
            <numerusform>Découper les lignes en mots, et trouver les mots des %Ln pages sans lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>A random share is kept from training, to measure the model.</source>
        <translation>Une part tirée au hasard est réservée hors de l’entraînement, pour mesurer le modèle.</translation>
    </message>
    <message>
        <source>Words without a use in the source are for training.</source>
        <translation>Les mots sans usage dans la source servent à l’entraînement.</translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message>
        <source>Found: {0}.</source>
        <translation>Trouvé : {0}.</translation>
    </message>
    <message>
        <source>{0}, {1} of them without marked words.</source>
        <translation>{0}, dont {1} sans mots marqués.</translation>
    </message>
    <message>
        <source>{0}, all with marked words.</source>
        <translation>{0}, toutes avec des mots marqués.</translation>
    </message>
    <message>
        <source>{0}: {1} transcribed ({2} different), {3} not yet.</source>
        <translation>{0} : {1} transcrits ({2} différents), {3} pas encore.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) without words.</source>
        <translation>
            <numerusform>%Ln ligne sans mots.</numerusform>
            <numerusform>%Ln lignes sans mots.</numerusform>
        </translation>
    </message>
    <message>
        <source>Import {0}</source>
        <translation>Importer {0}</translation>
    </message>
    <message>
        <source>{0}: {1}, {2}, ground truth</source>
        <translation>{0} : {1}, {2}, vérité de terrain</translation>
    </message>
    <message>
        <source>{0}: {1}, {2}</source>
        <translation>{0} : {1}, {2}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln fichier</numerusform>
            <numerusform>%Ln fichiers</numerusform>
        </translation>
    </message>
    <message>
        <source>Imported {0} and {1}.</source>
        <translation>Importés : {0} et {1}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) are missing, because the import was stopped.</source>
        <translation>
            <numerusform>%Ln page manque, car l’importation a été arrêtée.</numerusform>
            <numerusform>%Ln pages manquent, car l’importation a été arrêtée.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were found on the scans.</source>
        <translation>
            <numerusform>%Ln mot a été trouvé sur les numérisations.</numerusform>
            <numerusform>%Ln mots ont été trouvés sur les numérisations.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) could not be cut into words and stay whole.</source>
        <translation>
            <numerusform>%Ln ligne n’a pas pu être découpée en mots et reste entière.</numerusform>
            <numerusform>%Ln lignes n’ont pas pu être découpées en mots et restent entières.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) have no words yet.</source>
        <translation>
            <numerusform>%Ln ligne n’a pas encore de mots.</numerusform>
            <numerusform>%Ln lignes n’ont pas encore de mots.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln were there already and stay as they are.</source>
        <translation>
            <numerusform>%Ln y était déjà et reste tel quel.</numerusform>
            <numerusform>%Ln y étaient déjà et restent tels quels.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are new in the word list.</source>
        <translation>
            <numerusform>%Ln mot est nouveau dans la liste de mots.</numerusform>
            <numerusform>%Ln mots sont nouveaux dans la liste de mots.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) were left out.</source>
        <translation>
            <numerusform>%Ln élément a été laissé de côté.</numerusform>
            <numerusform>%Ln éléments ont été laissés de côté.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln note(s).</source>
        <translation>
            <numerusform>Il y a %Ln remarque.</numerusform>
            <numerusform>Il y a %Ln remarques.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
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
    <message>
        <source>Insight</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>This word</source>
        <translation>Ce mot</translation>
    </message>
    <message>
        <source>Preparing the plots …</source>
        <translation>Préparation des graphiques…</translation>
    </message>
    <message>
        <source>Opening the model …</source>
        <translation>Ouverture du modèle…</translation>
    </message>
    <message>
        <source>Insight shows how the readers of a model vote on a word, and how accurate they are.</source>
        <translation>Analyse montre comment les lecteurs d’un modèle votent sur un mot, et quelle est leur exactitude.</translation>
    </message>
    <message>
        <source>There is no model yet</source>
        <translation>Il n’y a pas encore de modèle</translation>
    </message>
    <message>
        <source>First train a model on the transcribed words.</source>
        <translation>Entraînez d’abord un modèle sur les mots transcrits.</translation>
    </message>
    <message>
        <source>Model “{0}”</source>
        <translation>Modèle « {0} »</translation>
    </message>
    <message>
        <source>not trained on transcriptions</source>
        <translation>non entraîné sur des transcriptions</translation>
    </message>
    <message>
        <source>not trained on this handwriting</source>
        <translation>non entraîné sur cette écriture</translation>
    </message>
    <message>
        <source>thresholds set by hand</source>
        <translation>seuils réglés à la main</translation>
    </message>
    <message>
        <source>thresholds as trained</source>
        <translation>seuils de l’entraînement</translation>
    </message>
    <message numerus="yes">
        <source>Model “{0}”: %Ln reader(s), {1}</source>
        <translation>
            <numerusform>Modèle « {0} » : %Ln lecteur, {1}</numerusform>
            <numerusform>Modèle « {0} » : %Ln lecteurs, {1}</numerusform>
        </translation>
    </message>
    <message>
        <source>The model cannot be opened</source>
        <translation>Le modèle ne peut pas être ouvert</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>Seuils</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>Votes</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Spectre</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Résultats</translation>
    </message>
    <message>
        <source>Readers</source>
        <translation>Lecteurs</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>Fiche du modèle</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Avancement</translation>
    </message>
    <message>
        <source>Why this word was suggested, reader by reader</source>
        <translation>Pourquoi ce mot a été proposé, lecteur par lecteur</translation>
    </message>
    <message>
        <source>How many votes it takes to treat a word as one that was trained on; for scientists</source>
        <translation>Combien de votes il faut pour tenir un mot pour vu à l’entraînement ; pour les scientifiques</translation>
    </message>
    <message>
        <source>How the readers voted on all words; for scientists</source>
        <translation>Comment les lecteurs ont voté sur tous les mots ; pour les scientifiques</translation>
    </message>
    <message>
        <source>How few numbers distinguish the words of the list; for scientists</source>
        <translation>Combien peu de nombres suffisent à distinguer les mots de la liste ; pour les scientifiques</translation>
    </message>
    <message>
        <source>How many suggestions are right, measured on the test words</source>
        <translation>Combien de propositions sont justes, mesuré sur les mots de test</translation>
    </message>
    <message>
        <source>How many readers would be enough for a target accuracy; for scientists</source>
        <translation>Combien de lecteurs suffiraient à une exactitude visée ; pour les scientifiques</translation>
    </message>
    <message>
        <source>What the model is for, was trained on, and how accurate it is by group of words</source>
        <translation>À quoi sert le modèle, sur quoi il a été entraîné, et son exactitude par groupe de mots</translation>
    </message>
    <message>
        <source>How far you are, and a sample that tells whether the rest is reliable enough</source>
        <translation>Où vous en êtes, et un échantillon qui dit si le reste est assez fiable</translation>
    </message>
    <message>
        <source>Show the previous word&apos;s vote</source>
        <translation>Afficher le vote du mot précédent</translation>
    </message>
    <message>
        <source>Show the next word&apos;s vote</source>
        <translation>Afficher le vote du mot suivant</translation>
    </message>
    <message>
        <source>Show this word</source>
        <translation>Afficher ce mot</translation>
    </message>
    <message>
        <source>Show tab: {0}</source>
        <translation>Afficher l’onglet : {0}</translation>
    </message>
    <message>
        <source>Copy the model card as Markdown</source>
        <translation>Copier la fiche du modèle en Markdown</translation>
    </message>
</context>
<context>
    <name>Job</name>
    <message>
        <source>Stopped. Finished work is kept.</source>
        <translation>Arrêté. Le travail terminé est gardé.</translation>
    </message>
    <message>
        <source>The job was killed, most often because the computer ran out of memory. Finished work is kept; try a smaller preset or close other programs, then resume.</source>
        <translation>La tâche a été interrompue par le système, le plus souvent faute de mémoire. Le travail terminé est gardé ; essayez un préréglage plus petit ou fermez d’autres programmes, puis reprenez.</translation>
    </message>
    <message>
        <source>The job exited without an error message. Finished work is kept and can be resumed.</source>
        <translation>La tâche s’est terminée sans message d’erreur. Le travail terminé est gardé et peut être repris.</translation>
    </message>
    <message>
        <source>The job failed: {0}. Finished work is kept.</source>
        <translation>La tâche a échoué : {0}. Le travail terminé est gardé.</translation>
    </message>
    <message>
        <source>The job could not be started.</source>
        <translation>La tâche n’a pas pu être lancée.</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>Suggesting readings</source>
        <translation>Lectures proposées</translation>
    </message>
    <message>
        <source>Adjusting the model</source>
        <translation>Ajustement du modèle</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Mesure</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Importation</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Exportation</translation>
    </message>
    <message>
        <source>Creating the demo</source>
        <translation>Création de la démonstration</translation>
    </message>
    <message>
        <source>Fetching images</source>
        <translation>Téléchargement d’images</translation>
    </message>
    <message>
        <source>Finding words</source>
        <translation>Recherche des mots</translation>
    </message>
    <message>
        <source>Aligning lines</source>
        <translation>Alignement des lignes</translation>
    </message>
    <message>
        <source>Merging a part</source>
        <translation>Fusion d’un lot</translation>
    </message>
    <message>
        <source>Adapting the starter model</source>
        <translation>Adaptation du modèle de départ</translation>
    </message>
    <message>
        <source>Preparing the starter model</source>
        <translation>Préparation du modèle de départ</translation>
    </message>
</context>
<context>
    <name>JobChip</name>
    <message>
        <source>Progress of the running job</source>
        <translation>Progression de la tâche en cours</translation>
    </message>
    <message>
        <source>Stop the running job</source>
        <translation>Arrêter la tâche en cours</translation>
    </message>
    <message>
        <source>Stop; finished work is kept</source>
        <translation>Arrêter ; le travail terminé est gardé</translation>
    </message>
    <message>
        <source>{0}: {1} of {2}</source>
        <translation>{0} : {1} sur {2}</translation>
    </message>
    <message>
        <source>stopping …</source>
        <translation>arrêt…</translation>
    </message>
    <message>
        <source>no progress for some minutes</source>
        <translation>aucun progrès depuis quelques minutes</translation>
    </message>
    <message>
        <source>finishing …</source>
        <translation>finition…</translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation>encore environ {0}</translation>
    </message>
    <message>
        <source>more than {0} left</source>
        <translation>encore plus de {0}</translation>
    </message>
</context>
<context>
    <name>JobDialog</name>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Ouvrir le dossier</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Arrêt…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>LanguageDialog</name>
    <message>
        <source>Language of the writing</source>
        <translation>Langue de l’écrit</translation>
    </message>
    <message>
        <source>Add a language</source>
        <translation>Ajouter une langue</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Number of words</source>
        <translation>Nombre de mots</translation>
    </message>
    <message>
        <source>{0} commonest words</source>
        <translation>{0} mots les plus courants</translation>
    </message>
    <message>
        <source>Comparing the transcribed words with each language…</source>
        <translation>Comparaison des mots transcrits avec chaque langue…</translation>
    </message>
    <message>
        <source>Remove this language</source>
        <translation>Retirer cette langue</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>The transcribed words do not show the language yet. Choose it.</source>
        <translation>Les mots transcrits ne révèlent pas encore la langue. Choisissez-la.</translation>
    </message>
    <message>
        <source>{0}: {1} % of the transcribed words are among its common words.</source>
        <translation>{0} : {1} % des mots transcrits sont parmi ses mots courants.</translation>
    </message>
    <message>
        <source>The starter model chooses its suggestions among the words of {0}. Nothing is trained; you can change the word list at any time.</source>
        <translation>Le modèle de départ choisit ses propositions parmi les mots de cette langue : {0}. Rien n’est entraîné ; vous pouvez changer la liste de mots à tout moment.</translation>
    </message>
    <message>
        <source>Words that are common in {0} are suggested more readily. They are added with capitals and punctuation where the transcriptions have them. The model is adjusted to the longer list, which takes a minute.</source>
        <translation>Les mots courants dans cette langue ({0}) sont proposés plus volontiers. Ils sont ajoutés avec majuscules et ponctuation là où les transcriptions en ont. Le modèle est ajusté à la liste plus longue, ce qui prend une minute.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of this language are in the word list. They are replaced.</source>
        <translation>
            <numerusform>%Ln mot de cette langue est dans la liste de mots. Il est remplacé.</numerusform>
            <numerusform>%Ln mots de cette langue sont dans la liste de mots. Ils sont remplacés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace {0}</source>
        <translation>Remplacer : {0}</translation>
    </message>
    <message>
        <source>Add {0}</source>
        <translation>Ajouter : {0}</translation>
    </message>
    <message>
        <source>Add {0} and suggest readings</source>
        <translation>Ajouter ({0}) et proposer des lectures</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>Words and frequencies: wordfreq by Robyn Speer, CC BY-SA 4.0.</source>
        <translation>Mots et fréquences : wordfreq de Robyn Speer, CC BY-SA 4.0.</translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>Czech</source>
        <translation>Tchèque</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Allemand</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Anglais</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Espagnol</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Français</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italien</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Néerlandais</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Polonais</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugais</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>Suédois</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>typed or imported</source>
        <translation>saisi ou importé</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>accepté</translation>
    </message>
    <message>
        <source>aligned automatically</source>
        <translation>aligné automatiquement</translation>
    </message>
    <message>
        <source>suggested by the model only</source>
        <translation>seulement proposé par le modèle</translation>
    </message>
    <message>
        <source>no suggestion yet</source>
        <translation>pas encore de proposition</translation>
    </message>
    <message>
        <source>Typed or imported</source>
        <translation>Saisi ou importé</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Accepté</translation>
    </message>
    <message>
        <source>Aligned automatically</source>
        <translation>Aligné automatiquement</translation>
    </message>
    <message>
        <source>Suggested: known word</source>
        <translation>Proposé : mot vu</translation>
    </message>
    <message>
        <source>Suggested: new word</source>
        <translation>Proposé : mot nouveau</translation>
    </message>
    <message>
        <source>Suggested: in no list</source>
        <translation>Proposé : hors liste</translation>
    </message>
    <message>
        <source>Uncertain</source>
        <translation>Incertain</translation>
    </message>
    <message>
        <source>No suggestion</source>
        <translation>Sans proposition</translation>
    </message>
    <message>
        <source>Not a word</source>
        <translation>Pas un mot</translation>
    </message>
    <message>
        <source>{0}. Click to hide or show them.</source>
        <translation>{0}. Cliquez pour les masquer ou les afficher.</translation>
    </message>
    <message numerus="yes">
        <source>{0}: %Ln word(s)</source>
        <translation>
            <numerusform>{0} : %Ln mot</numerusform>
            <numerusform>{0} : %Ln mots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LexiconModel</name>
    <message>
        <source>Word</source>
        <translation>Mot</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Transcribed</source>
        <translation>Transcrit</translation>
    </message>
    <message>
        <source>In lists</source>
        <translation>Dans les listes</translation>
    </message>
    <message>
        <source>The word as it may be suggested</source>
        <translation>Le mot tel qu’il peut être proposé</translation>
    </message>
    <message>
        <source>Whether a training transcription uses it</source>
        <translation>Si une transcription d’entraînement l’emploie</translation>
    </message>
    <message>
        <source>Words of this project with this transcription</source>
        <translation>Mots de ce projet qui ont cette transcription</translation>
    </message>
    <message>
        <source>How often it occurs, by the lists that were added</source>
        <translation>Sa fréquence, d’après les listes ajoutées</translation>
    </message>
    <message>
        <source>cannot be encoded: {0}</source>
        <translation>codage impossible : {0}</translation>
    </message>
    <message>
        <source>used in training</source>
        <translation>sert à l’entraînement</translation>
    </message>
    <message>
        <source>new word</source>
        <translation>mot nouveau</translation>
    </message>
</context>
<context>
    <name>LexiconPanel</name>
    <message>
        <source>Search the word list</source>
        <translation>Chercher dans la liste de mots</translation>
    </message>
    <message>
        <source>Loading the word list…</source>
        <translation>Chargement de la liste de mots…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Removes words from the word list. Words used in training transcriptions are kept.</source>
        <translation>Retire des mots de la liste. Les mots employés dans des transcriptions d’entraînement sont gardés.</translation>
    </message>
    <message>
        <source>All words of this language were also added otherwise.</source>
        <translation>Tous les mots de cette langue ont aussi été ajoutés autrement.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were removed from the word list.</source>
        <translation>
            <numerusform>%Ln mot a été retiré de la liste de mots.</numerusform>
            <numerusform>%Ln mots ont été retirés de la liste de mots.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{0}” is kept, because a training transcription uses it. Correct that first.</source>
        <translation>« {0} » est gardé, car une transcription d’entraînement l’emploie. Corrigez-la d’abord.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln words are kept, because training transcriptions use them. Correct those first.</source>
        <translation>
            <numerusform>%Ln mot est gardé, car des transcriptions d’entraînement l’emploient. Corrigez-les d’abord.</numerusform>
            <numerusform>%Ln mots sont gardés, car des transcriptions d’entraînement les emploient. Corrigez-les d’abord.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) shown</source>
        <translation>
            <numerusform>%Ln mot affiché</numerusform>
            <numerusform>%Ln mots affichés</numerusform>
        </translation>
    </message>
    <message>
        <source>The word list is empty. Type words, add the transcribed ones, or those of a language.</source>
        <translation>La liste de mots est vide. Saisissez des mots, ajoutez les mots transcrits ou ceux d’une langue.</translation>
    </message>
    <message>
        <source>The alphabet “{0}” does not contain: {1}. Words with these characters are never suggested, and training stops at them unless it leaves them out. Correct the transcriptions or remove the words.</source>
        <translation>L’alphabet « {0} » ne contient pas : {1}. Les mots qui ont ces caractères ne sont jamais proposés, et l’entraînement s’y arrête sauf s’il les laisse de côté. Corrigez les transcriptions ou retirez ces mots.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were added to the word list.</source>
        <translation>
            <numerusform>%Ln mot a été ajouté à la liste de mots.</numerusform>
            <numerusform>%Ln mots ont été ajoutés à la liste de mots.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln were there already.</source>
        <translation>
            <numerusform>%Ln y était déjà.</numerusform>
            <numerusform>%Ln y étaient déjà.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) could not be used; the first is {0}: {1}.</source>
        <translation>
            <numerusform>%Ln ligne n’a pas pu être utilisée : {0}, {1}.</numerusform>
            <numerusform>%Ln lignes n’ont pas pu être utilisées ; la première est {0} : {1}.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove {0} words</source>
        <translation>Retirer {0} mots</translation>
    </message>
    <message>
        <source>All {0}</source>
        <translation>Tous {0}</translation>
    </message>
    <message>
        <source>Used in training {0}</source>
        <translation>D’entraînement {0}</translation>
    </message>
    <message>
        <source>New words {0}</source>
        <translation>Nouveaux {0}</translation>
    </message>
    <message>
        <source>Cannot be encoded {0}</source>
        <translation>Codage impossible {0}</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>Liste de mots</translation>
    </message>
</context>
<context>
    <name>LibraryBrowser</name>
    <message>
        <source>Libraries and licences</source>
        <translation>Bibliothèques et licences</translation>
    </message>
    <message>
        <source>Ductus is under the Apache License 2.0. It uses these libraries, each under its own licence:</source>
        <translation>Ductus est sous licence Apache 2.0. Il utilise ces bibliothèques, chacune sous sa propre licence :</translation>
    </message>
    <message>
        <source>Back to all libraries</source>
        <translation>Retour à toutes les bibliothèques</translation>
    </message>
</context>
<context>
    <name>LineEditing</name>
    <message>
        <source>There are no lines to be put in order on this page.</source>
        <translation>Il n’y a pas de lignes à ordonner sur cette page.</translation>
    </message>
    <message>
        <source>Select a line first: choose Edit lines and click it.</source>
        <translation>Sélectionnez d’abord une ligne : choisissez Modifier les lignes et cliquez dessus.</translation>
    </message>
    <message>
        <source>Select at least two lines: choose Edit lines and click them with Ctrl.</source>
        <translation>Sélectionnez au moins deux lignes : choisissez Modifier les lignes et cliquez dessus avec Ctrl.</translation>
    </message>
</context>
<context>
    <name>LineEditor</name>
    <message>
        <source>Choose candidate {0}: {1}</source>
        <translation>Choisir le candidat {0} : {1}</translation>
    </message>
    <message>
        <source>Choose the candidate (Alt+{0})</source>
        <translation>Choisir le candidat (Alt+{0})</translation>
    </message>
</context>
<context>
    <name>LineField</name>
    <message>
        <source>Type the text of the line</source>
        <translation>Saisir le texte de la ligne</translation>
    </message>
</context>
<context>
    <name>LinePartSwitch</name>
    <message>
        <source>Read words together with their line</source>
        <translation>Lire les mots avec leur ligne</translation>
    </message>
    <message>
        <source>A line reader spells each line whole and has a voice beside the readers. A change counts from the next reading on.</source>
        <translation>Un lecteur de lignes épelle chaque ligne en entier et vote à côté des lecteurs. Un changement vaut à partir de la prochaine lecture.</translation>
    </message>
    <message>
        <source>This model cannot: too few transcribed words stood in lines, or it was made by an earlier version.</source>
        <translation>Ce modèle ne le peut pas : trop peu de mots transcrits étaient dans des lignes, ou il vient d’une version antérieure.</translation>
    </message>
</context>
<context>
    <name>LineScan</name>
    <message>
        <source>The scan of the line</source>
        <translation>L’image de la ligne</translation>
    </message>
</context>
<context>
    <name>LineTexts</name>
    <message>
        <source>The text of the line could not be saved: {0} It is kept for the next edit of the line.</source>
        <translation>Le texte de la ligne n’a pas pu être enregistré : {0} Il est gardé pour la prochaine modification de la ligne.</translation>
    </message>
</context>
<context>
    <name>ListPanel</name>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Set up a training</source>
        <translation>Préparer un entraînement</translation>
    </message>
</context>
<context>
    <name>LiveRun</name>
    <message>
        <source>Progress of the whole training</source>
        <translation>Progression de tout l’entraînement</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>Arrêter et garder</translation>
    </message>
    <message>
        <source>Finished readers become a model; an unfinished reader can be resumed</source>
        <translation>Les lecteurs terminés deviennent un modèle ; un lecteur inachevé peut être repris</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>End the training and delete its results</source>
        <translation>Mettre fin à l’entraînement et supprimer ses résultats</translation>
    </message>
    <message>
        <source>Preparing the training</source>
        <translation>Préparation de l’entraînement</translation>
    </message>
    <message>
        <source>Training: {0} % done</source>
        <translation>Entraînement : {0} % faits</translation>
    </message>
    <message>
        <source>Training &apos;{0}&apos;: {1} of {2} readers finished, {3} in training</source>
        <translation>Entraînement « {0} » : {1} lecteurs sur {2} terminés, {3} en entraînement</translation>
    </message>
    <message>
        <source>Training &apos;{0}&apos;: reader {1} of {2}</source>
        <translation>Entraînement « {0} » : lecteur {1} sur {2}</translation>
    </message>
    <message>
        <source>stopping; finished work is kept …</source>
        <translation>arrêt ; le travail terminé est gardé…</translation>
    </message>
    <message>
        <source>time left: not known yet</source>
        <translation>temps restant : pas encore connu</translation>
    </message>
    <message>
        <source>about {0} left for all readers</source>
        <translation>encore environ {0} pour tous les lecteurs</translation>
    </message>
    <message>
        <source>more than {0} left</source>
        <translation>encore plus de {0}</translation>
    </message>
    <message>
        <source>There was no progress for two minutes. The training may be slow (large readers take long for one epoch) or hang. {0}</source>
        <translation>Aucun progrès depuis deux minutes. L’entraînement est peut-être lent (une époque dure longtemps pour de grands lecteurs) ou bloqué. {0}</translation>
    </message>
    <message>
        <source>End it now</source>
        <translation>Y mettre fin</translation>
    </message>
    <message>
        <source>Discard this training? All its results so far are deleted; this cannot be undone.</source>
        <translation>Abandonner cet entraînement ? Tous ses résultats sont supprimés ; cela ne peut pas être annulé.</translation>
    </message>
    <message>
        <source>Discard the training</source>
        <translation>Abandonner l’entraînement</translation>
    </message>
    <message>
        <source>Continue training</source>
        <translation>Continuer l’entraînement</translation>
    </message>
    <message>
        <source>Trained: &apos;{0}&apos;</source>
        <translation>Entraîné : « {0} »</translation>
    </message>
    <message numerus="yes">
        <source>The model &apos;{0}&apos; with %Ln reader(s) was trained on {1} words.</source>
        <translation>
            <numerusform>Le modèle « {0} », avec %Ln lecteur, a été entraîné sur {1} mots.</numerusform>
            <numerusform>Le modèle « {0} », avec %Ln lecteurs, a été entraîné sur {1} mots.</numerusform>
        </translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; was trained on {1} words.</source>
        <translation>Le modèle « {0} » a été entraîné sur {1} mots.</translation>
    </message>
    <message>
        <source>It is now active.</source>
        <translation>Il est maintenant actif.</translation>
    </message>
    <message>
        <source>{0} readers were requested; the training was stopped before.</source>
        <translation>{0} lecteurs étaient demandés ; l’entraînement a été arrêté avant.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Mesurer</translation>
    </message>
    <message>
        <source>Train another</source>
        <translation>En entraîner un autre</translation>
    </message>
    <message>
        <source>Suggest readings</source>
        <translation>Proposer des lectures</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>L’utiliser</translation>
    </message>
    <message>
        <source>Keep &apos;{0}&apos;</source>
        <translation>Garder « {0} »</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; stays active. &apos;{1}&apos; is in the list of models.</source>
        <translation>« {0} » reste actif. « {1} » est dans la liste des modèles.</translation>
    </message>
    <message>
        <source>Back to &apos;{0}&apos;</source>
        <translation>Revenir à « {0} »</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is now active.</source>
        <translation>« {0} » est maintenant actif.</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is the active model.</source>
        <translation>« {0} » est le modèle actif.</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is active again; its suggestions are shown.</source>
        <translation>« {0} » est de nouveau actif ; ses propositions sont affichées.</translation>
    </message>
    <message>
        <source>The training was stopped.</source>
        <translation>L’entraînement a été arrêté.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêté</translation>
    </message>
    <message>
        <source>The training did not finish</source>
        <translation>L’entraînement n’a pas abouti</translation>
    </message>
    <message>
        <source>Set up another</source>
        <translation>En préparer un autre</translation>
    </message>
</context>
<context>
    <name>LogDialog</name>
    <message>
        <source>Log</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>Technical messages of Ductus. They may name your files; read them before you send them to others.</source>
        <translation>Messages techniques de Ductus. Ils peuvent nommer vos fichiers ; lisez-les avant de les envoyer à d’autres.</translation>
    </message>
    <message>
        <source>Nothing is logged.</source>
        <translation>Rien n’est consigné.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
</context>
<context>
    <name>LookAlikeBar</name>
    <message>
        <source>Show the look-alikes</source>
        <translation>Afficher les mots semblables</translation>
    </message>
    <message>
        <source>Confirm all look-alikes</source>
        <translation>Confirmer tous les mots semblables</translation>
    </message>
    <message>
        <source>Dismiss the look-alikes</source>
        <translation>Écarter les mots semblables</translation>
    </message>
    <message>
        <source>Show (Alt+L)</source>
        <translation>Afficher (Alt+L)</translation>
    </message>
    <message numerus="yes">
        <source>Confirm %Ln (Alt+Shift+L)</source>
        <translation>
            <numerusform>Confirmer %Ln (Alt+Maj+L)</numerusform>
            <numerusform>Confirmer les %Ln (Alt+Maj+L)</numerusform>
        </translation>
    </message>
    <message>
        <source>Dismiss (Alt+D)</source>
        <translation>Écarter (Alt+D)</translation>
    </message>
    <message numerus="yes">
        <source>“{0}”: %Ln look-alike(s)</source>
        <translation>
            <numerusform>« {0} » : %Ln mot semblable</numerusform>
            <numerusform>« {0} » : %Ln mots semblables</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookAlikeDialog</name>
    <message>
        <source>Look-alikes</source>
        <translation>Mots semblables</translation>
    </message>
    <message>
        <source>Image of the word that you transcribed</source>
        <translation>Image du mot que vous avez transcrit</translation>
    </message>
    <message>
        <source>Untick what is another word (Space or click); Enter confirms the rest.</source>
        <translation>Décochez les mots différents (Espace ou clic) ; Entrée confirme le reste.</translation>
    </message>
    <message>
        <source>Images of the look-alikes</source>
        <translation>Images des mots semblables</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Tick or untick the word</source>
        <translation>Cocher ou décocher le mot</translation>
    </message>
    <message>
        <source>Look-alike {0} of {1}</source>
        <translation>Mot semblable {0} sur {1}</translation>
    </message>
    <message numerus="yes">
        <source>Confirm %Ln as “{0}”</source>
        <translation>
            <numerusform>Confirmer %Ln comme « {0} »</numerusform>
            <numerusform>Confirmer les %Ln comme « {0} »</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookAlikeFinder</name>
    <message numerus="yes">
        <source>%Ln word(s) were left out: they were changed meanwhile.</source>
        <translation>
            <numerusform>%Ln mot a été laissé de côté : il a changé entre-temps.</numerusform>
            <numerusform>%Ln mots ont été laissés de côté : ils ont changé entre-temps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln look-alike(s) confirmed as “{0}”.</source>
        <translation>
            <numerusform>%Ln mot semblable confirmé comme « {0} ».</numerusform>
            <numerusform>%Ln mots semblables confirmés comme « {0} ».</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LostProject</name>
    <message>
        <source>The file of this project was removed or replaced; only this window still has it.</source>
        <translation>Le fichier de ce projet a été supprimé ou remplacé ; seule cette fenêtre l’a encore.</translation>
    </message>
    <message>
        <source>Once the project is closed, what was typed since is gone.</source>
        <translation>Une fois le projet fermé, ce qui a été saisi depuis est perdu.</translation>
    </message>
    <message>
        <source>Save as a new project…</source>
        <translation>Enregistrer comme nouveau projet…</translation>
    </message>
    <message>
        <source>Leave without saving</source>
        <translation>Quitter sans enregistrer</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Rester</translation>
    </message>
    <message>
        <source>Where should the new project go?</source>
        <translation>Où placer le nouveau projet ?</translation>
    </message>
    <message>
        <source>Save here</source>
        <translation>Enregistrer ici</translation>
    </message>
    <message>
        <source>{0} What you type is kept in memory until you save it as a new project.</source>
        <translation>{0} Ce que vous saisissez reste en mémoire jusqu’à ce que vous l’enregistriez comme nouveau projet.</translation>
    </message>
    <message>
        <source>The project is saved as {0}.</source>
        <translation>Le projet est enregistré sous {0}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) of the old project are missing.</source>
        <translation>
            <numerusform>%Ln fichier de l’ancien projet manque.</numerusform>
            <numerusform>%Ln fichiers de l’ancien projet manquent.</numerusform>
        </translation>
    </message>
    <message>
        <source>The project was not saved. {0}</source>
        <translation>Le projet n’a pas été enregistré. {0}</translation>
    </message>
</context>
<context>
    <name>ManageDialog</name>
    <message>
        <source>Saved views</source>
        <translation>Vues enregistrées</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Nouveau nom</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Renommer</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>MissingWordsBar</name>
    <message>
        <source>Suggest readings</source>
        <translation>Proposer des lectures</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) cannot be searched by image: their images could not be read.</source>
        <translation>
            <numerusform>%Ln mot ne peut pas être cherché par l’image : la sienne n’a pas pu être lue.</numerusform>
            <numerusform>%Ln mots ne peuvent pas être cherchés par l’image : les leurs n’ont pas pu être lues.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) cannot be searched by image yet: the model “{0}” has not processed them.</source>
        <translation>
            <numerusform>%Ln mot ne peut pas encore être cherché par l’image : le modèle « {0} » ne l’a pas traité.</numerusform>
            <numerusform>%Ln mots ne peuvent pas encore être cherchés par l’image : le modèle « {0} » ne les a pas traités.</numerusform>
        </translation>
    </message>
    <message>
        <source>The model is processing word images. You can go on working.</source>
        <translation>Le modèle traite les images de mots. Vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>Another job is running. The word images are processed after it.</source>
        <translation>Une autre tâche est en cours. Les images de mots seront traitées ensuite.</translation>
    </message>
    <message>
        <source>The model has processed {0} of {1} word images. You can go on working.</source>
        <translation>Le modèle a traité {0} images de mots sur {1}. Vous pouvez continuer à travailler.</translation>
    </message>
</context>
<context>
    <name>ModelPlots</name>
    <message>
        <source>Votes above (+) or below (–) each reader&apos;s threshold</source>
        <translation>Votes au-dessus (+) ou au-dessous (–) du seuil de chaque lecteur</translation>
    </message>
    <message>
        <source>Votes for “trained on”, out of {0}</source>
        <translation>Votes pour « vu », sur {0}</translation>
    </message>
    <message>
        <source>Reserved images of words it was trained on</source>
        <translation>Images réservées de mots vus à l’entraînement</translation>
    </message>
    <message>
        <source>Images of words held out of its training</source>
        <translation>Images de mots exclus de son entraînement</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>Tous les mots</translation>
    </message>
    <message>
        <source>Distribution of the votes</source>
        <translation>Distribution des votes</translation>
    </message>
    <message>
        <source>Share of each kind, %</source>
        <translation>Part de chaque catégorie, %</translation>
    </message>
    <message>
        <source>Reader {0} ({1})</source>
        <translation>Lecteur {0} ({1})</translation>
    </message>
    <message>
        <source>Reader {0} at {1} ({2})</source>
        <translation>Lecteur {0} à {1} ({2})</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>Hasard</translation>
    </message>
    <message>
        <source>How well the gates separate trained and new words (area under the curve in brackets)</source>
        <translation>Séparation des mots vus et nouveaux par les aiguillages (entre parenthèses, l’aire sous la courbe)</translation>
    </message>
    <message>
        <source>New words treated as trained on, %</source>
        <translation>Mots nouveaux tenus pour vus, %</translation>
    </message>
    <message>
        <source>Trained words treated as trained on, %</source>
        <translation>Mots vus tenus pour vus, %</translation>
    </message>
    <message>
        <source>Treated as new words</source>
        <translation>Tenus pour nouveaux</translation>
    </message>
    <message>
        <source>Treated as trained on</source>
        <translation>Tenus pour vus</translation>
    </message>
    <message>
        <source>Treated as in no list</source>
        <translation>Tenus pour hors liste</translation>
    </message>
    <message>
        <source>threshold {0}</source>
        <translation>seuil {0}</translation>
    </message>
    <message>
        <source>Votes on all words</source>
        <translation>Votes sur tous les mots</translation>
    </message>
    <message>
        <source>Votes for “trained on”, % of each reader&apos;s gates</source>
        <translation>Votes pour « vu », en % des aiguillages de chaque lecteur</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>Words, once for each reader</source>
        <translation>Mots, une fois par lecteur</translation>
    </message>
    <message>
        <source>Tie, decided by distance</source>
        <translation>Égalité, départagée par la distance</translation>
    </message>
    <message>
        <source>Agreement of the readers</source>
        <translation>Accord des lecteurs</translation>
    </message>
    <message>
        <source>Readers that suggest the winning word</source>
        <translation>Lecteurs qui proposent le mot gagnant</translation>
    </message>
    <message>
        <source>Clear vote</source>
        <translation>Vote net</translation>
    </message>
    <message>
        <source>{0}: {1} %</source>
        <translation>{0} : {1} %</translation>
    </message>
    <message>
        <source>Variance of the signatures in few directions</source>
        <translation>Variance des signatures en peu de directions</translation>
    </message>
    <message>
        <source>Directions kept (principal components)</source>
        <translation>Directions gardées (composantes principales)</translation>
    </message>
    <message>
        <source>Share of the variance, %</source>
        <translation>Part de la variance, %</translation>
    </message>
    <message>
        <source>Signatures of the word list</source>
        <translation>Signatures de la liste de mots</translation>
    </message>
    <message>
        <source>15 and 30 directions</source>
        <translation>15 et 30 directions</translation>
    </message>
    <message>
        <source>Reader {0}</source>
        <translation>Lecteur {0}</translation>
    </message>
    <message>
        <source>Training loss (lower is better)</source>
        <translation>Perte d’entraînement (plus basse, meilleure)</translation>
    </message>
    <message>
        <source>Accuracy on reserved images</source>
        <translation>Exactitude sur les images réservées</translation>
    </message>
    <message>
        <source>Epoch (pass over the images)</source>
        <translation>Époque (passage sur toutes les images)</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Perte</translation>
    </message>
    <message>
        <source>Correct, %</source>
        <translation>Justes, %</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Starter model, adapted to this handwriting</source>
        <translation>Modèle de départ, adapté à cette écriture</translation>
    </message>
    <message>
        <source>Starter model (first suggestions)</source>
        <translation>Modèle de départ (premières propositions)</translation>
    </message>
    <message>
        <source>{0}: {1} %</source>
        <translation>{0} : {1} %</translation>
    </message>
    <message>
        <source>First training</source>
        <translation>Premier entraînement</translation>
    </message>
    <message>
        <source>Second training</source>
        <translation>Deuxième entraînement</translation>
    </message>
    <message>
        <source>Third training</source>
        <translation>Troisième entraînement</translation>
    </message>
    <message>
        <source>Fourth training</source>
        <translation>Quatrième entraînement</translation>
    </message>
    <message>
        <source>Fifth training</source>
        <translation>Cinquième entraînement</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>Training {0}</source>
        <translation>Entraînement {0}</translation>
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
        <translation>Rendre actif</translation>
    </message>
    <message>
        <source>Suggest readings</source>
        <translation>Proposer des lectures</translation>
    </message>
    <message>
        <source>For all words; transcriptions are never replaced</source>
        <translation>Pour tous les mots ; les transcriptions ne sont jamais remplacées</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Title of the model</source>
        <translation>Titre du modèle</translation>
    </message>
    <message>
        <source>Title of the model; Enter saves it, Esc leaves it as it is</source>
        <translation>Titre du modèle ; Entrée l’enregistre, Échap le laisse tel quel</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Mesurer</translation>
    </message>
    <message>
        <source>On the test words</source>
        <translation>Sur les mots de test</translation>
    </message>
    <message>
        <source>All views show the suggestions of the active model.</source>
        <translation>Toutes les vues montrent les propositions du modèle actif.</translation>
    </message>
    <message>
        <source>A model suggests readings. Train one on the words you transcribed.</source>
        <translation>Un modèle propose des lectures. Entraînez-en un sur les mots que vous avez transcrits.</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>Pas encore de modèle</translation>
    </message>
    <message>
        <source>Delete the model &apos;{0}&apos; and its suggestions permanently? Transcriptions are kept.</source>
        <translation>Supprimer définitivement le modèle « {0} » et ses propositions ? Les transcriptions sont gardées.</translation>
    </message>
    <message>
        <source>It is the active model; afterwards no model is active.</source>
        <translation>C’est le modèle actif ; ensuite, aucun modèle n’est actif.</translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Supprimer définitivement</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Garder</translation>
    </message>
    <message>
        <source>{0}. Measured {1}.</source>
        <translation>{0}. Mesuré {1}.</translation>
    </message>
    <message>
        <source>{0} (earlier word list)</source>
        <translation>{0} (liste de mots antérieure)</translation>
    </message>
    <message>
        <source>★ active</source>
        <translation>★ actif</translation>
    </message>
</context>
<context>
    <name>Moments</name>
    <message>
        <source>d MMM yyyy</source>
        <comment>day, month and year, in Qt&apos;s letters</comment>
        <translation>d MMM yyyy</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>day and month, in Qt&apos;s letters</comment>
        <translation>d MMM</translation>
    </message>
</context>
<context>
    <name>NameDialog</name>
    <message>
        <source>Save this view</source>
        <translation>Enregistrer cette vue</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>This replaces the view of the same name.</source>
        <translation>Cela remplace la vue du même nom.</translation>
    </message>
    <message>
        <source>The filter, its order and “Only unchecked words” are kept in the project.</source>
        <translation>Le filtre, son ordre et « Non vérifiés seulement » sont gardés dans le projet.</translation>
    </message>
    <message>
        <source>Who is working here?</source>
        <translation>Qui travaille ici ?</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Votre nom</translation>
    </message>
    <message>
        <source>Your name, or initials</source>
        <translation>Votre nom, ou vos initiales</translation>
    </message>
    <message>
        <source>Your name is stored with everything you transcribe from now on, so that others see who wrote what. You are asked once; Settings has it.</source>
        <translation>Votre nom est enregistré avec tout ce que vous transcrivez désormais, pour que d’autres voient qui a écrit quoi. La question n’est posée qu’une fois ; vous le retrouvez dans les Réglages.</translation>
    </message>
    <message>
        <source>Go on with this name</source>
        <translation>Continuer sous ce nom</translation>
    </message>
    <message>
        <source>Go on without a name</source>
        <translation>Continuer sans nom</translation>
    </message>
</context>
<context>
    <name>NavigationBar</name>
    <message>
        <source>Go to {0}</source>
        <translation>Aller à {0}</translation>
    </message>
</context>
<context>
    <name>NavigationButtons</name>
    <message>
        <source>Open in Review</source>
        <translation>Ouvrir dans Vérification</translation>
    </message>
    <message>
        <source>Show on page</source>
        <translation>Voir sur la page</translation>
    </message>
    <message>
        <source>Open in Insight</source>
        <translation>Ouvrir dans Analyse</translation>
    </message>
</context>
<context>
    <name>NotificationCenter</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>NotificationHistory</name>
    <message>
        <source>Messages</source>
        <translation>Messages</translation>
    </message>
    <message>
        <source>Messages from this session, newest first.</source>
        <translation>Les messages de cette session, les plus récents d’abord.</translation>
    </message>
    <message>
        <source>Nothing yet. Messages in the corner are kept here.</source>
        <translation>Rien encore. Les messages affichés dans le coin sont gardés ici.</translation>
    </message>
    <message>
        <source>Past messages</source>
        <translation>Messages passés</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Message</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Avertissement</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Erreur</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
</context>
<context>
    <name>OrderBox</name>
    <message>
        <source>Order of the words</source>
        <translation>Ordre des mots</translation>
    </message>
    <message>
        <source>Most useful first</source>
        <translation>Les plus utiles d’abord</translation>
    </message>
    <message>
        <source>First the words from which a training learns most: letters and letter pairs that are seldom transcribed so far, and doubtful suggestions. A word can be useful although its suggestion is certain.</source>
        <translation>D’abord les mots dont un entraînement apprend le plus : lettres et paires de lettres encore rarement transcrites, et propositions douteuses. Un mot peut être utile bien que sa proposition soit sûre.</translation>
    </message>
    <message>
        <source>Least certain first</source>
        <translation>Les moins sûrs d’abord</translation>
    </message>
    <message>
        <source>First the words whose suggestions are most likely to be wrong.</source>
        <translation>D’abord les mots dont la proposition est le plus probablement fausse.</translation>
    </message>
    <message>
        <source>As on the pages</source>
        <translation>Comme sur les pages</translation>
    </message>
    <message>
        <source>Page by page, in reading order.</source>
        <translation>Page par page, dans l’ordre de lecture.</translation>
    </message>
    <message>
        <source>By suggestion</source>
        <translation>Par proposition</translation>
    </message>
    <message>
        <source>Words with the same suggestion one after the other, frequent ones first.</source>
        <translation>Les mots de même proposition à la suite, les plus fréquents d’abord.</translation>
    </message>
</context>
<context>
    <name>PageActions</name>
    <message>
        <source>Previous page</source>
        <translation>Page précédente</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Page suivante</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Zoom arrière</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Zoom avant</translation>
    </message>
    <message>
        <source>Whole page</source>
        <translation>Page entière</translation>
    </message>
    <message>
        <source>Full size</source>
        <translation>Taille réelle</translation>
    </message>
    <message>
        <source>Brightness and contrast of the scan</source>
        <translation>Luminosité et contraste de la numérisation</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Luminosité</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Précédente</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Suivante</translation>
    </message>
    <message>
        <source>Type transcriptions</source>
        <translation>Saisir des transcriptions</translation>
    </message>
    <message>
        <source>Edit boxes</source>
        <translation>Modifier les cadres</translation>
    </message>
    <message>
        <source>Draw a box</source>
        <translation>Tracer un cadre</translation>
    </message>
    <message>
        <source>Split the word</source>
        <translation>Scinder le mot</translation>
    </message>
    <message>
        <source>Edit lines</source>
        <translation>Modifier les lignes</translation>
    </message>
    <message>
        <source>Split a line</source>
        <translation>Scinder une ligne</translation>
    </message>
    <message>
        <source>Number lines by clicking</source>
        <translation>Numéroter les lignes par clics</translation>
    </message>
    <message>
        <source>Show texts</source>
        <translation>Afficher les textes</translation>
    </message>
    <message>
        <source>Confirm aligned words</source>
        <translation>Confirmer les mots alignés</translation>
    </message>
    <message>
        <source>Show in Review</source>
        <translation>Voir dans Vérification</translation>
    </message>
    <message>
        <source>Show in Insight</source>
        <translation>Voir dans Analyse</translation>
    </message>
    <message>
        <source>Join words</source>
        <translation>Réunir les mots</translation>
    </message>
    <message>
        <source>Mark as not a word</source>
        <translation>Marquer : pas un mot</translation>
    </message>
    <message>
        <source>Delete words</source>
        <translation>Supprimer les mots</translation>
    </message>
    <message>
        <source>Find words again</source>
        <translation>Retrouver les mots</translation>
    </message>
    <message>
        <source>Show lines</source>
        <translation>Afficher les lignes</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Texte de la page</translation>
    </message>
    <message>
        <source>Join lines</source>
        <translation>Réunir les lignes</translation>
    </message>
    <message>
        <source>Delete lines</source>
        <translation>Supprimer les lignes</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Cadres</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Lignes</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>Mot suivant</translation>
    </message>
    <message>
        <source>Previous word</source>
        <translation>Mot précédent</translation>
    </message>
    <message>
        <source>Next unsure word</source>
        <translation>Mot incertain suivant</translation>
    </message>
    <message>
        <source>Previous unsure word</source>
        <translation>Mot incertain précédent</translation>
    </message>
    <message>
        <source>Add the next word to the selection</source>
        <translation>Ajouter le mot suivant à la sélection</translation>
    </message>
    <message>
        <source>Select all visible words</source>
        <translation>Sélectionner tous les mots visibles</translation>
    </message>
    <message>
        <source>Choose candidate {0}</source>
        <translation>Choisir le candidat {0}</translation>
    </message>
    <message>
        <source>Insert a special character</source>
        <translation>Insérer un caractère spécial</translation>
    </message>
    <message>
        <source>Type the transcription</source>
        <translation>Saisir la transcription</translation>
    </message>
</context>
<context>
    <name>PageBanner</name>
    <message>
        <source>Looking for words on this page …</source>
        <translation>Recherche des mots de cette page…</translation>
    </message>
    <message>
        <source>The scan cannot be shown; its words and transcriptions are kept. {0}</source>
        <translation>La numérisation ne peut pas être affichée ; ses mots et ses transcriptions sont gardés. {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of this page are not cut into words yet.</source>
        <translation>
            <numerusform>%Ln ligne de cette page n’est pas encore découpée en mots.</numerusform>
            <numerusform>%Ln lignes de cette page ne sont pas encore découpées en mots.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Find the words in these lines</source>
        <translation>
            <numerusform>Trouver les mots de cette ligne</numerusform>
            <numerusform>Trouver les mots de ces lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the words</source>
        <translation>Trouver les mots</translation>
    </message>
    <message>
        <source>No words are marked on this page yet.</source>
        <translation>Aucun mot n’est encore marqué sur cette page.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of this page</source>
        <translation>
            <numerusform>%Ln ligne de cette page</numerusform>
            <numerusform>%Ln lignes de cette page</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1} in all, fit better where the dashed boxes stand. Words you touched stay.</source>
        <translation>{0}, {1} au total, s’ajustent mieux à la place des cadres en tirets. Les mots que vous avez touchés restent.</translation>
    </message>
    <message>
        <source>Move the words of all</source>
        <translation>Déplacer tous ces mots</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>Les laisser</translation>
    </message>
</context>
<context>
    <name>PageCanvas</name>
    <message>
        <source>The page and its words</source>
        <translation>La page et ses mots</translation>
    </message>
</context>
<context>
    <name>PageDelegate</name>
    <message>
        <source>The image cannot be read.</source>
        <translation>L’image est illisible.</translation>
    </message>
</context>
<context>
    <name>PageGrid</name>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
</context>
<context>
    <name>PageModel</name>
    <message>
        <source>Word images</source>
        <translation>Images de mots</translation>
    </message>
    <message>
        <source>{0} of {1} words checked</source>
        <translation>{0} mots sur {1} vérifiés</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s), no words yet</source>
        <translation>
            <numerusform>%Ln ligne, pas encore de mots</numerusform>
            <numerusform>%Ln lignes, pas encore de mots</numerusform>
        </translation>
    </message>
    <message>
        <source>no words yet</source>
        <translation>pas encore de mots</translation>
    </message>
    <message>
        <source>Several roles</source>
        <translation>Plusieurs usages</translation>
    </message>
    <message>
        <source>{0} typed or imported</source>
        <translation>{0} saisis ou importés</translation>
    </message>
    <message>
        <source>{0} accepted</source>
        <translation>{0} acceptés</translation>
    </message>
    <message>
        <source>{0} aligned automatically</source>
        <translation>{0} alignés automatiquement</translation>
    </message>
    <message>
        <source>{0} suggested by the model only</source>
        <translation>{0} seulement proposés par le modèle</translation>
    </message>
    <message>
        <source>{0} without a suggestion</source>
        <translation>{0} sans proposition</translation>
    </message>
    <message>
        <source>Used for: {0}</source>
        <translation>Usage : {0}</translation>
    </message>
    <message>
        <source>The image cannot be shown: {0}</source>
        <translation>L’image ne peut pas être affichée : {0}</translation>
    </message>
</context>
<context>
    <name>PageRemover</name>
    <message>
        <source>Select pages first.</source>
        <translation>Sélectionnez d’abord des pages.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Garder</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) with {0} were removed.</source>
        <translation>
            <numerusform>%Ln page avec {0} a été retirée.</numerusform>
            <numerusform>%Ln pages avec {0} ont été retirées.</numerusform>
        </translation>
    </message>
    <message>
        <source>The word images ({0}) were removed.</source>
        <translation>Les images de mots ({0}) ont été retirées.</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>« {0} »</translation>
    </message>
    <message>
        <source>all word images</source>
        <translation>toutes les images de mots</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} and all word images</source>
        <translation>{0} et toutes les images de mots</translation>
    </message>
    <message>
        <source>Remove {0} from the project?</source>
        <translation>Retirer {0} du projet ?</translation>
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
            <numerusform>%Ln mot et {0} sont retirés aussi.</numerusform>
            <numerusform>%Ln mots et {0} sont retirés aussi.</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no words on them.</source>
        <translation>Elles ne portent aucun mot.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) found only there will be removed from the word list.</source>
        <translation>
            <numerusform>%Ln mot qui ne figure que là sera retiré de la liste de mots.</numerusform>
            <numerusform>%Ln mots qui ne figurent que là seront retirés de la liste de mots.</numerusform>
        </translation>
    </message>
    <message>
        <source>Image files and models are kept. Undo restores everything, also later.</source>
        <translation>Les fichiers d’images et les modèles sont gardés. Annuler rétablit tout, même plus tard.</translation>
    </message>
</context>
<context>
    <name>PageView</name>
    <message>
        <source>No pages yet</source>
        <translation>Pas encore de pages</translation>
    </message>
    <message>
        <source>Here you transcribe a scanned page word by word. First import pages in Collection.</source>
        <translation>Vous transcrivez ici une page numérisée mot à mot. Importez d’abord des pages dans Collection.</translation>
    </message>
    <message>
        <source>Go to Collection</source>
        <translation>Aller à Collection</translation>
    </message>
    <message>
        <source>This word image is not on a page.</source>
        <translation>Cette image de mot n’est pas sur une page.</translation>
    </message>
    <message>
        <source>This is the first page.</source>
        <translation>C’est la première page.</translation>
    </message>
    <message>
        <source>This is the last page.</source>
        <translation>C’est la dernière page.</translation>
    </message>
    <message>
        <source>No unsure words follow, on this page or any other.</source>
        <translation>Il n’y a plus de mot incertain, ni sur cette page ni sur une autre.</translation>
    </message>
</context>
<context>
    <name>PagesPanel</name>
    <message>
        <source>Filter pages by name</source>
        <translation>Filtrer les pages par nom</translation>
    </message>
    <message>
        <source>Order of the pages</source>
        <translation>Ordre des pages</translation>
    </message>
    <message>
        <source>In page order</source>
        <translation>Dans l’ordre des pages</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Par nom</translation>
    </message>
    <message>
        <source>Most unchecked words first</source>
        <translation>Le plus de mots non vérifiés d’abord</translation>
    </message>
    <message>
        <source>Open page</source>
        <translation>Ouvrir la page</translation>
    </message>
    <message>
        <source>Use these pages for…</source>
        <translation>Utiliser ces pages pour…</translation>
    </message>
    <message>
        <source>Remove from project…</source>
        <translation>Retirer du projet…</translation>
    </message>
    <message>
        <source>Remove the selected pages and all their words from the project (Delete)</source>
        <translation>Retirer du projet les pages sélectionnées et tous leurs mots (Suppr)</translation>
    </message>
    <message>
        <source>No pages yet</source>
        <translation>Pas encore de pages</translation>
    </message>
    <message>
        <source>Drop scans, PDF files, PAGE or ALTO transcriptions, tables of word images, or whole folders of them here. You see a preview before anything is imported.</source>
        <translation>Déposez ici des numérisations, des fichiers PDF, des transcriptions PAGE ou ALTO, des tableaux d’images de mots, ou des dossiers entiers. Un aperçu s’affiche avant que rien ne soit importé.</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>Choisir des fichiers…</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Choisir un dossier…</translation>
    </message>
    <message>
        <source>No page name matches. Clear the filter to see all pages.</source>
        <translation>Aucun nom de page ne correspond. Effacez le filtre pour voir toutes les pages.</translation>
    </message>
    <message>
        <source>Loading pages…</source>
        <translation>Chargement des pages…</translation>
    </message>
    <message>
        <source>The pages are being imported. They appear here one by one.</source>
        <translation>Les pages sont en cours d’importation. Elles apparaissent ici une à une.</translation>
    </message>
    <message>
        <source>{0} of {1} shown</source>
        <translation>{0} sur {1} affichées</translation>
    </message>
    <message>
        <source>Remove these pages from project…</source>
        <translation>Retirer ces pages du projet…</translation>
    </message>
    <message>
        <source>Remove the word images from project…</source>
        <translation>Retirer les images de mots du projet…</translation>
    </message>
    <message>
        <source>Remove this page from project…</source>
        <translation>Retirer cette page du projet…</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Vérifier</translation>
    </message>
    <message>
        <source>Select pages to set their use or to remove them; Enter opens a page.</source>
        <translation>Sélectionnez des pages pour choisir leur usage ou les retirer ; Entrée ouvre une page.</translation>
    </message>
    <message>
        <source>{0} pages selected: {1} of {2} words checked.</source>
        <translation>{0} pages sélectionnées : {1} mots sur {2} vérifiés.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the selected pages have no words yet. Ductus can find them on the scans.</source>
        <translation>
            <numerusform>%Ln des pages sélectionnées n’a pas encore de mots. Ductus peut les trouver sur la numérisation.</numerusform>
            <numerusform>%Ln des pages sélectionnées n’ont pas encore de mots. Ductus peut les trouver sur les numérisations.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) have no words yet. Ductus can find them on the scans.</source>
        <translation>
            <numerusform>%Ln page n’a pas encore de mots. Ductus peut les trouver sur la numérisation.</numerusform>
            <numerusform>%Ln pages n’ont pas encore de mots. Ductus peut les trouver sur les numérisations.</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the words</source>
        <translation>Trouver les mots</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) were cut into words by an earlier line reader.</source>
        <translation>
            <numerusform>%Ln page a été découpée en mots par un lecteur de lignes précédent.</numerusform>
            <numerusform>%Ln pages ont été découpées en mots par un lecteur de lignes précédent.</numerusform>
        </translation>
    </message>
    <message>
        <source>What you have checked, typed or drawn stays if they are cut again.</source>
        <translation>Ce que vous avez vérifié, saisi ou tracé reste si elles sont redécoupées.</translation>
    </message>
    <message>
        <source>Cut them again</source>
        <translation>Les redécouper</translation>
    </message>
    <message>
        <source>Leave them</source>
        <translation>Les laisser</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Find a command</source>
        <translation>Chercher une commande</translation>
    </message>
    <message>
        <source>Words of the command</source>
        <translation>Mots de la commande</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Que voulez-vous faire ?</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commandes</translation>
    </message>
    <message>
        <source>No matching command</source>
        <translation>Aucune commande correspondante</translation>
    </message>
    <message>
        <source>go to {0}</source>
        <translation>aller à {0}</translation>
    </message>
</context>
<context>
    <name>ParameterForm</name>
    <message>
        <source>Restore the preset&apos;s value</source>
        <translation>Rétablir la valeur du préréglage</translation>
    </message>
    <message>
        <source>Reset {0}</source>
        <translation>Réinitialiser {0}</translation>
    </message>
    <message>
        <source>{0}. From {1} to {2}.</source>
        <translation>{0}. De {1} à {2}.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activé</translation>
    </message>
</context>
<context>
    <name>Parameters</name>
    <message>
        <source>Readers</source>
        <translation>Lecteurs</translation>
    </message>
    <message>
        <source>Words set aside</source>
        <translation>Mots cachés</translation>
    </message>
    <message>
        <source>Gates: trained on this word or not</source>
        <translation>Aiguillages : mot vu à l’entraînement ou non</translation>
    </message>
    <message>
        <source>Deciding</source>
        <translation>Décision</translation>
    </message>
    <message>
        <source>Kind of reader</source>
        <translation>Type de lecteur</translation>
    </message>
    <message>
        <source>The network that reads a word image</source>
        <translation>Le réseau qui lit une image de mot</translation>
    </message>
    <message>
        <source>Start from the starter model</source>
        <translation>Partir du modèle de départ</translation>
    </message>
    <message>
        <source>It was trained on handwriting in general; without it a reader starts from random weights</source>
        <translation>Il a été entraîné sur l’écriture manuscrite en général ; sans lui, un lecteur part de poids aléatoires</translation>
    </message>
    <message>
        <source>Starter weight</source>
        <translation>Poids du modèle de départ</translation>
    </message>
    <message>
        <source>In equivalent images, when the weights of a reader and of the starter model are averaged</source>
        <translation>En images équivalentes, dans la moyenne avec les poids d’un lecteur</translation>
    </message>
    <message>
        <source>Number of readers</source>
        <translation>Nombre de lecteurs</translation>
    </message>
    <message>
        <source>Each reads on its own; then they vote</source>
        <translation>Chacun lit seul ; ensuite ils votent</translation>
    </message>
    <message>
        <source>Training steps</source>
        <translation>Pas d’entraînement</translation>
    </message>
    <message>
        <source>Of each reader; more take longer</source>
        <translation>De chaque lecteur ; plus il y en a, plus c’est long</translation>
    </message>
    <message>
        <source>Most training steps</source>
        <translation>Nombre maximal de pas</translation>
    </message>
    <message>
        <source>For hard hands, as long as training still helps</source>
        <translation>Pour les mains difficiles, tant que l’entraînement apporte quelque chose</translation>
    </message>
    <message>
        <source>Images in a step</source>
        <translation>Images par pas</translation>
    </message>
    <message>
        <source>More need more memory</source>
        <translation>Plus d’images demandent plus de mémoire</translation>
    </message>
    <message>
        <source>How a reader is trained</source>
        <translation>Entraînement d’un lecteur</translation>
    </message>
    <message>
        <source>As ours are, or as the paper&apos;s network was published</source>
        <translation>Comme les nôtres, ou comme le réseau de l’article a été publié</translation>
    </message>
    <message>
        <source>Highest learning rate</source>
        <translation>Taux d’apprentissage maximal</translation>
    </message>
    <message>
        <source>Smaller if the training diverges</source>
        <translation>Plus petit si l’entraînement diverge</translation>
    </message>
    <message>
        <source>Weight of letter shapes</source>
        <translation>Poids des formes de lettres</translation>
    </message>
    <message>
        <source>PHOS: how shapes are counted</source>
        <translation>PHOS : comment les formes sont comptées</translation>
    </message>
    <message>
        <source>Weight of letters</source>
        <translation>Poids des lettres</translation>
    </message>
    <message>
        <source>PHOC: which letters stand where</source>
        <translation>PHOC : quelles lettres se trouvent où</translation>
    </message>
    <message>
        <source>How words are compared</source>
        <translation>Comparaison des mots</translation>
    </message>
    <message>
        <source>Distance between an image and a word</source>
        <translation>Distance entre une image et un mot</translation>
    </message>
    <message>
        <source>Share of words held out</source>
        <translation>Part de mots exclus</translation>
    </message>
    <message>
        <source>Words a reader is not trained on</source>
        <translation>Mots sur lesquels un lecteur n’est pas entraîné</translation>
    </message>
    <message>
        <source>Share of images used</source>
        <translation>Part d’images utilisées</translation>
    </message>
    <message>
        <source>Of each trained word; the others check the reader</source>
        <translation>De chaque mot vu ; les autres contrôlent le lecteur</translation>
    </message>
    <message>
        <source>Gates of each reader</source>
        <translation>Aiguillages par lecteur</translation>
    </message>
    <message>
        <source>Small networks that vote: trained on or new</source>
        <translation>Petits réseaux qui votent : vu ou nouveau</translation>
    </message>
    <message>
        <source>Numbers a gate sees</source>
        <translation>Nombres par aiguillage</translation>
    </message>
    <message>
        <source>Principal components; 0 means all</source>
        <translation>Composantes principales ; 0 : toutes</translation>
    </message>
    <message>
        <source>Gates see distances</source>
        <translation>Distances aux aiguillages</translation>
    </message>
    <message>
        <source>To the nearest trained and new word</source>
        <translation>Au mot vu et au mot nouveau les plus proches</translation>
    </message>
    <message>
        <source>Fewest images for gates</source>
        <translation>Images requises par aiguillage</translation>
    </message>
    <message>
        <source>Of trained and of new words; with fewer the distances decide</source>
        <translation>De mots vus et de mots nouveaux ; s’il y en a moins, les distances décident</translation>
    </message>
    <message>
        <source>Width of a gate</source>
        <translation>Largeur d’un aiguillage</translation>
    </message>
    <message>
        <source>Nodes in each layer</source>
        <translation>Nœuds par couche</translation>
    </message>
    <message>
        <source>Depth of a gate</source>
        <translation>Profondeur d’un aiguillage</translation>
    </message>
    <message>
        <source>Hidden layers</source>
        <translation>Couches cachées</translation>
    </message>
    <message>
        <source>Passes of the gates</source>
        <translation>Passes des aiguillages</translation>
    </message>
    <message>
        <source>Over all their points</source>
        <translation>Sur tous leurs points</translation>
    </message>
    <message>
        <source>Synthetic new words</source>
        <translation>Mots nouveaux synthétiques</translation>
    </message>
    <message>
        <source>Points far from all trained words</source>
        <translation>Points loin de tous les mots vus</translation>
    </message>
    <message>
        <source>Where they are drawn</source>
        <translation>Où ils sont tirés</translation>
    </message>
    <message>
        <source>On the whole signature, as the paper does, or on its principal components</source>
        <translation>Dans la signature entière, comme l’article, ou dans ses composantes principales</translation>
    </message>
    <message>
        <source>Far means below (percent)</source>
        <translation>Loin : au-dessous de (pour cent)</translation>
    </message>
    <message>
        <source>Of the synthetic points</source>
        <translation>Des points synthétiques</translation>
    </message>
    <message>
        <source>Far means above (percent)</source>
        <translation>Loin : au-dessus de (pour cent)</translation>
    </message>
    <message>
        <source>Classifier of trained words</source>
        <translation>Classifieur des mots vus</translation>
    </message>
    <message>
        <source>Chooses among them</source>
        <translation>Choisit parmi eux</translation>
    </message>
    <message>
        <source>Most images of a word</source>
        <translation>Images par mot, au plus</translation>
    </message>
    <message>
        <source>To which words are filled up</source>
        <translation>Nombre auquel les mots sont complétés</translation>
    </message>
    <message>
        <source>Threshold chosen for</source>
        <translation>Seuil choisi pour</translation>
    </message>
    <message>
        <source>accuracy: most words, with gates or without; h: both kinds; A_b: the weaker kind</source>
        <translation>accuracy : le plus de mots, avec ou sans aiguillages ; h : les deux sortes ; A_b : la plus faible</translation>
    </message>
    <message>
        <source>Words not in the list (percent)</source>
        <translation>Mots hors liste (pour cent)</translation>
    </message>
    <message>
        <source>Prior share of words not in the word list, updated by the transcriptions</source>
        <translation>Part supposée de mots absents de la liste de mots, révisée d’après les transcriptions</translation>
    </message>
    <message>
        <source>nearest signature</source>
        <translation>signature la plus proche</translation>
    </message>
    <message>
        <source>discriminant analysis</source>
        <translation>analyse discriminante</translation>
    </message>
    <message>
        <source>logistic regression, in small steps</source>
        <translation>régression logistique, à petits pas</translation>
    </message>
    <message>
        <source>forest of randomised trees</source>
        <translation>forêt d’arbres extrêmement aléatoires</translation>
    </message>
    <message>
        <source>logistic regression, as published</source>
        <translation>régression logistique, comme publiée</translation>
    </message>
    <message>
        <source>random forest, as published</source>
        <translation>forêt aléatoire, comme publiée</translation>
    </message>
    <message>
        <source>by angle (cosine)</source>
        <translation>par l’angle (cosine)</translation>
    </message>
    <message>
        <source>by distance (euclid)</source>
        <translation>par la distance (euclid)</translation>
    </message>
    <message>
        <source>most words read (accuracy)</source>
        <translation>le plus de mots lus (accuracy)</translation>
    </message>
    <message>
        <source>both kinds alike (h)</source>
        <translation>les deux catégories (h)</translation>
    </message>
    <message>
        <source>the weaker kind (A_b)</source>
        <translation>la catégorie la plus faible (A_b)</translation>
    </message>
    <message>
        <source>small network</source>
        <translation>petit réseau</translation>
    </message>
    <message>
        <source>the paper&apos;s large network</source>
        <translation>grand réseau de l’article</translation>
    </message>
    <message>
        <source>the paper&apos;s large network on grey values</source>
        <translation>grand réseau de l’article, sur niveaux de gris</translation>
    </message>
    <message>
        <source>principal components</source>
        <translation>composantes principales</translation>
    </message>
    <message>
        <source>whole signature</source>
        <translation>signature entière</translation>
    </message>
    <message>
        <source>one cycle of the learning rate</source>
        <translation>un cycle du taux d’apprentissage</translation>
    </message>
    <message>
        <source>as the Pho(SC)Net was published</source>
        <translation>comme le Pho(SC)Net a été publié</translation>
    </message>
    <message>
        <source>small network that also spells</source>
        <translation>petit réseau qui épelle aussi</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>no</source>
        <translation>non</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>Graine aléatoire</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
    <message>
        <source>Alphabet</source>
        <translation>Alphabet</translation>
    </message>
    <message>
        <source>Words left out</source>
        <translation>Mots laissés de côté</translation>
    </message>
    <message>
        <source>Continues from</source>
        <translation>Continue à partir de</translation>
    </message>
</context>
<context>
    <name>PartActions</name>
    <message>
        <source>Choose the folder of the part (its name ends in .ductus)</source>
        <translation>Choisissez le dossier du lot (son nom se termine par .ductus)</translation>
    </message>
    <message>
        <source>Merge this part</source>
        <translation>Fusionner ce lot</translation>
    </message>
    <message>
        <source>Compare them</source>
        <translation>Les comparer</translation>
    </message>
    <message>
        <source>The part has nothing that is not in the project already.</source>
        <translation>Le lot ne contient rien qui ne soit déjà dans le projet.</translation>
    </message>
    <message>
        <source>The part of {0} is merged.</source>
        <translation>Le lot de {0} est fusionné.</translation>
    </message>
    <message>
        <source>The part is merged.</source>
        <translation>Le lot est fusionné.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s) taken</source>
        <translation>
            <numerusform>%Ln transcription reprise</numerusform>
            <numerusform>%Ln transcriptions reprises</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln the same on both sides</source>
        <translation>
            <numerusform>%Ln identique des deux côtés</numerusform>
            <numerusform>%Ln identiques des deux côtés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) added</source>
        <translation>
            <numerusform>%Ln mot ajouté</numerusform>
            <numerusform>%Ln mots ajoutés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) removed</source>
        <translation>
            <numerusform>%Ln mot retiré</numerusform>
            <numerusform>%Ln mots retirés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln with another box or use</source>
        <translation>
            <numerusform>%Ln avec un autre cadre ou usage</numerusform>
            <numerusform>%Ln avec un autre cadre ou usage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are transcribed differently; both texts are kept.</source>
        <translation>
            <numerusform>%Ln mot est transcrit différemment ; les deux textes sont gardés.</numerusform>
            <numerusform>%Ln mots sont transcrits différemment ; les deux textes sont gardés.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) stay, because one side transcribed what the other removed.</source>
        <translation>
            <numerusform>%Ln mot reste, car un côté a transcrit ce que l’autre a retiré.</numerusform>
            <numerusform>%Ln mots restent, car un côté a transcrit ce que l’autre a retiré.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln change(s) were made differently on both sides; the later one stays.</source>
        <translation>
            <numerusform>%Ln modification diffère d’un côté à l’autre ; la plus récente reste.</numerusform>
            <numerusform>%Ln modifications diffèrent d’un côté à l’autre ; les plus récentes restent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) that were imported into the part itself are left out.</source>
        <translation>
            <numerusform>%Ln page importée dans le lot lui-même est laissée de côté.</numerusform>
            <numerusform>%Ln pages importées dans le lot lui-même sont laissées de côté.</numerusform>
        </translation>
    </message>
    <message>
        <source>somebody without a name</source>
        <translation>une personne sans nom</translation>
    </message>
    <message numerus="yes">
        <source>{0} and {1} agree on {2} of %Ln word(s).</source>
        <translation>
            <numerusform>{0} et {1} sont d’accord sur {2} de %Ln mot.</numerusform>
            <numerusform>{0} et {1} sont d’accord sur {2} de %Ln mots.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PartDialog</name>
    <message>
        <source>Take out pages as a part</source>
        <translation>Extraire des pages en un lot</translation>
    </message>
    <message>
        <source>Copying the pages to {0}. You can go on working.</source>
        <translation>Copie des pages vers {0}. Vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>No part was made. {0}</source>
        <translation>Aucun lot n’a été fait. {0}</translation>
    </message>
    <message>
        <source>The part is complete: {0} and {1}.</source>
        <translation>Le lot est complet : {0} et {1}.</translation>
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
    <message>
        <source>It is a project that can be opened like any other:</source>
        <translation>C’est un projet qui s’ouvre comme n’importe quel autre :</translation>
    </message>
    <message>
        <source>When the work on it is done, choose “Merge a part” in the menu of this project.</source>
        <translation>Quand le travail sur ce lot est fini, choisissez « Fusionner un lot » dans le menu de ce projet-ci.</translation>
    </message>
</context>
<context>
    <name>PlotPanel</name>
    <message>
        <source>Save the plot “{0}”</source>
        <translation>Enregistrer le graphique « {0} »</translation>
    </message>
</context>
<context>
    <name>PlotSaveButton</name>
    <message>
        <source>Save this plot as an image or a table</source>
        <translation>Enregistrer ce graphique comme image ou comme tableau</translation>
    </message>
    <message>
        <source>Save as PNG image …</source>
        <translation>Enregistrer comme image PNG…</translation>
    </message>
    <message>
        <source>Save as SVG drawing …</source>
        <translation>Enregistrer comme dessin SVG…</translation>
    </message>
    <message>
        <source>Save as PDF drawing …</source>
        <translation>Enregistrer comme dessin PDF…</translation>
    </message>
    <message>
        <source>Save the numbers as CSV …</source>
        <translation>Enregistrer les nombres en CSV…</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>Enregistré : {0}</translation>
    </message>
    <message>
        <source>{0} could not be written ({1}). Choose another folder.</source>
        <translation>{0} n’a pas pu être écrit ({1}). Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>Enregistrer le graphique</translation>
    </message>
</context>
<context>
    <name>PlotTab</name>
    <message>
        <source>This cannot be shown</source>
        <translation>Ceci ne peut pas être affiché</translation>
    </message>
    <message>
        <source>Available after training on this handwriting.</source>
        <translation>Disponible après un entraînement sur cette écriture.</translation>
    </message>
    <message>
        <source>First suggestions only</source>
        <translation>Seulement de premières propositions</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>At startup</source>
        <translation>Au démarrage</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>Several people</source>
        <translation>Plusieurs personnes</translation>
    </message>
    <message>
        <source>Every change is saved at once.</source>
        <translation>Chaque changement est enregistré aussitôt.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Système</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>Contraste élevé, clair</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>Contraste élevé, sombre</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Research: show presets, gates, thresholds and single readers</source>
        <translation>Mode scientifique : préréglages, aiguillages, seuils et lecteurs un à un</translation>
    </message>
    <message>
        <source>Keep messages on the screen until they are closed</source>
        <translation>Garder les messages à l’écran jusqu’à leur fermeture</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Réduire les animations</translation>
    </message>
    <message>
        <source>Views that are open take on the whole size when the project is opened again.</source>
        <translation>Taille complète dans les vues à la réouverture du projet.</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>&amp;Taille du texte</translation>
    </message>
    <message>
        <source>&amp;Language of the program</source>
        <translation>&amp;Langue du programme</translation>
    </message>
    <message>
        <source>Reopen the last project</source>
        <translation>Rouvrir le dernier projet</translation>
    </message>
    <message>
        <source> corrections</source>
        <translation> corrections</translation>
    </message>
    <message>
        <source>Fastest available</source>
        <translation>Le plus rapide disponible</translation>
    </message>
    <message>
        <source>Processor (CPU)</source>
        <translation>Processeur (CPU)</translation>
    </message>
    <message>
        <source>NVIDIA graphics card (CUDA)</source>
        <translation>Carte graphique NVIDIA (CUDA)</translation>
    </message>
    <message>
        <source>Apple graphics (MPS)</source>
        <translation>Graphique Apple (MPS)</translation>
    </message>
    <message>
        <source>Train shows which of these this computer has. Training does not start on a missing one.</source>
        <translation>Entraînement montre lesquels existent sur cet ordinateur. Aucun entraînement ne démarre sur un processeur absent.</translation>
    </message>
    <message>
        <source>&amp;Suggest retraining after</source>
        <translation>&amp;Proposer un réentraînement après</translation>
    </message>
    <message>
        <source>&amp;Compute on</source>
        <translation>&amp;Calculer sur</translation>
    </message>
    <message>
        <source>No name</source>
        <translation>Pas de nom</translation>
    </message>
    <message>
        <source>Stored with everything you transcribe, so that others see who wrote what.</source>
        <translation>Enregistré avec tout ce que vous transcrivez, pour que d’autres voient qui a écrit quoi.</translation>
    </message>
    <message>
        <source>Your &amp;name</source>
        <translation>Votre &amp;nom</translation>
    </message>
    <message>
        <source>A new language takes effect when Ductus is next started.</source>
        <translation>Une nouvelle langue prend effet au prochain démarrage de Ductus.</translation>
    </message>
</context>
<context>
    <name>PresetCard</name>
    <message>
        <source>Readers learn separately from the same words, and then vote on each word.</source>
        <translation>Des lecteurs apprennent séparément des mêmes mots, puis votent sur chaque mot.</translation>
    </message>
</context>
<context>
    <name>PresetCards</name>
    <message>
        <source>Recommended</source>
        <translation>Conseillé</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Autres</translation>
    </message>
    <message>
        <source>Research: published method</source>
        <translation>Science : méthode publiée</translation>
    </message>
</context>
<context>
    <name>PreviewView</name>
    <message>
        <source>Preview</source>
        <translation>Aperçu</translation>
    </message>
    <message>
        <source>The first rows</source>
        <translation>Les premières rangées</translation>
    </message>
    <message>
        <source>The first lines</source>
        <translation>Les premières lignes</translation>
    </message>
    <message>
        <source>There is nothing to export: no page has words.</source>
        <translation>Il n’y a rien à exporter : aucune page n’a de mots.</translation>
    </message>
</context>
<context>
    <name>ProgressTab</name>
    <message>
        <source>Checking</source>
        <translation>Vérification</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) checked today.</source>
        <translation>
            <numerusform>%Ln mot vérifié aujourd’hui.</numerusform>
            <numerusform>%Ln mots vérifiés aujourd’hui.</numerusform>
        </translation>
    </message>
    <message>
        <source>right among the last {0}</source>
        <translation>justes parmi les {0} derniers</translation>
    </message>
    <message>
        <source>Suggestions that turned out right</source>
        <translation>Propositions qui se sont révélées justes</translation>
    </message>
    <message>
        <source>words checked</source>
        <translation>mots vérifiés</translation>
    </message>
    <message>
        <source>share of the last {0}</source>
        <translation>part des {0} derniers</translation>
    </message>
    <message numerus="yes">
        <source>The accuracy of the suggestions is drawn from {0} checked words on; %Ln so far.</source>
        <translation>
            <numerusform>L’exactitude des propositions est tracée à partir de {0} mots vérifiés ; %Ln pour l’instant.</numerusform>
            <numerusform>L’exactitude des propositions est tracée à partir de {0} mots vérifiés ; %Ln pour l’instant.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) not checked yet.</source>
        <translation>
            <numerusform>%Ln mot pas encore vérifié.</numerusform>
            <numerusform>%Ln mots pas encore vérifiés.</numerusform>
        </translation>
    </message>
    <message>
        <source>By their confidence, about {0} of {1} suggestions are wrong.</source>
        <translation>D’après leur confiance, environ {0} propositions sur {1} sont fausses.</translation>
    </message>
    <message>
        <source>By the {2} words checked last, about {0} of {1} suggestions are wrong.</source>
        <translation>D’après les {2} mots vérifiés en dernier, environ {0} propositions sur {1} sont fausses.</translation>
    </message>
</context>
<context>
    <name>ProjectWindow</name>
    <message>
        <source>Answer the newest message</source>
        <translation>Répondre au dernier message</translation>
    </message>
    <message>
        <source>Check it</source>
        <translation>Vérifier</translation>
    </message>
    <message>
        <source>The project still cannot be written to.</source>
        <translation>Le projet ne peut toujours pas être modifié.</translation>
    </message>
    <message>
        <source>Undone: {0}</source>
        <translation>Annulé : {0}</translation>
    </message>
    <message>
        <source>Redone: {0}</source>
        <translation>Rétabli : {0}</translation>
    </message>
    <message>
        <source>The automatic backup could not be made: {0}</source>
        <translation>La sauvegarde automatique n’a pas pu être faite : {0}</translation>
    </message>
    <message>
        <source>New here? A tour of three minutes shows where everything is.</source>
        <translation>Vous débutez ? Une visite de trois minutes montre où tout se trouve.</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Suivre la visite</translation>
    </message>
    <message>
        <source>{0}: done.</source>
        <translation>{0} : terminé.</translation>
    </message>
</context>
<context>
    <name>ReadOnlyBanner</name>
    <message>
        <source>Open for writing</source>
        <translation>Ouvrir en écriture</translation>
    </message>
    <message>
        <source>Take out a part…</source>
        <translation>Extraire un lot…</translation>
    </message>
</context>
<context>
    <name>ReaderBox</name>
    <message>
        <source>All readers together</source>
        <translation>Tous les lecteurs ensemble</translation>
    </message>
    <message>
        <source>Reader {0}</source>
        <translation>Lecteur {0}</translation>
    </message>
</context>
<context>
    <name>Realignment</name>
    <message numerus="yes">
        <source>The words of %Ln line(s) were moved to where they fit better.</source>
        <translation>
            <numerusform>Les mots de %Ln ligne ont été déplacés là où ils s’ajustent mieux.</numerusform>
            <numerusform>Les mots de %Ln lignes ont été déplacés là où ils s’ajustent mieux.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was changed: {0}</source>
        <translation>Rien n’a été modifié : {0}</translation>
    </message>
    <message>
        <source>The lines could not be aligned with the new model; nothing was changed. {0}</source>
        <translation>Les lignes n’ont pas pu être alignées avec le nouveau modèle ; rien n’a été modifié. {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) fit better now.</source>
        <translation>
            <numerusform>%Ln ligne s’ajuste mieux maintenant.</numerusform>
            <numerusform>%Ln lignes s’ajustent mieux maintenant.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>See the %Ln line(s)</source>
        <translation>
            <numerusform>Voir %Ln ligne</numerusform>
            <numerusform>Voir les %Ln lignes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Recalibration</name>
    <message>
        <source>The word list had {0} words when readings were suggested and has {1} now, so their confidence no longer holds.</source>
        <translation>La liste de mots comptait {0} mots lorsque les lectures ont été proposées et en compte maintenant {1} : leur confiance ne vaut plus.</translation>
    </message>
    <message>
        <source>The model is being adjusted to it.</source>
        <translation>Le modèle est en cours d’ajustement à celle-ci.</translation>
    </message>
    <message>
        <source>The model cannot be adjusted to it: train a new one.</source>
        <translation>Le modèle ne peut pas y être ajusté : entraînez-en un nouveau.</translation>
    </message>
    <message>
        <source>Suggest readings again.</source>
        <translation>Proposez de nouveau des lectures.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message numerus="yes">
        <source>The word list has grown by %Ln word(s): adjusting the model to it…</source>
        <translation>
            <numerusform>La liste de mots a gagné %Ln mot : ajustement du modèle…</numerusform>
            <numerusform>La liste de mots a gagné %Ln mots : ajustement du modèle…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The word list has lost %Ln word(s): adjusting the model to it…</source>
        <translation>
            <numerusform>La liste de mots a perdu %Ln mot : ajustement du modèle…</numerusform>
            <numerusform>La liste de mots a perdu %Ln mots : ajustement du modèle…</numerusform>
        </translation>
    </message>
    <message>
        <source>The model stays as it was. It is adjusted when readings are suggested the next time.</source>
        <translation>Le modèle reste tel qu’il était. Il sera ajusté la prochaine fois que des lectures seront proposées.</translation>
    </message>
    <message>
        <source>The model is adjusted to the present word list.</source>
        <translation>Le modèle est ajusté à la liste de mots actuelle.</translation>
    </message>
    <message>
        <source>Suggest again</source>
        <translation>Proposer de nouveau</translation>
    </message>
</context>
<context>
    <name>RecentList</name>
    <message>
        <source>Recent projects</source>
        <translation>Projets récents</translation>
    </message>
    <message>
        <source>None yet. Projects that you create or open are listed here; the demo shows what one looks like.</source>
        <translation>Aucun encore. Les projets que vous créez ou ouvrez sont listés ici ; la démonstration montre à quoi ressemble un projet.</translation>
    </message>
</context>
<context>
    <name>RecentRow</name>
    <message>
        <source>Remove {0} from this list</source>
        <translation>Ôter {0} de cette liste</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>introuvable</translation>
    </message>
    <message>
        <source>changed {0}</source>
        <translation>modifié {0}</translation>
    </message>
</context>
<context>
    <name>RecentSearches</name>
    <message>
        <source>Recent searches</source>
        <translation>Recherches récentes</translation>
    </message>
    <message>
        <source>Search for {0} again</source>
        <translation>Chercher de nouveau {0}</translation>
    </message>
</context>
<context>
    <name>ReliabilityPlot</name>
    <message>
        <source>Reliability of the confidence</source>
        <translation>Fiabilité de la confiance</translation>
    </message>
    <message>
        <source>Mean confidence, %</source>
        <translation>Confiance moyenne, %</translation>
    </message>
    <message>
        <source>Suggestions that are right, %</source>
        <translation>Propositions justes, %</translation>
    </message>
    <message>
        <source>as it should be</source>
        <translation>comme il se doit</translation>
    </message>
    <message>
        <source>test words</source>
        <translation>mots de test</translation>
    </message>
</context>
<context>
    <name>ReliabilityTable</name>
    <message>
        <source>Reliability of the confidence</source>
        <translation>Fiabilité de la confiance</translation>
    </message>
    <message>
        <source>Test words by their confidence. Where accuracy matches confidence, the confidence is well calibrated: in the plot, where the number of words stands above each interval, such points lie on the dashed line. It may be a little too low: test words stand in the word list, but some future words will not.</source>
        <translation>Mots de test selon leur confiance. Là où l’exactitude égale la confiance, celle-ci est bien calibrée : dans le graphique, où le nombre de mots est écrit au-dessus de chaque intervalle, ces points sont sur la ligne en tirets. Elle peut être un peu trop basse : les mots de test sont dans la liste de mots, mais certains mots à venir n’y seront pas.</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Confiance</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>Mean confidence</source>
        <translation>Confiance moyenne</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>Justes</translation>
    </message>
    <message>
        <source>95 % interval in brackets</source>
        <translation>Intervalle à 95 % entre parenthèses</translation>
    </message>
    <message>
        <source>The confidence is</source>
        <translation>La confiance est</translation>
    </message>
    <message>
        <source>{0} % and more</source>
        <translation>{0} % et plus</translation>
    </message>
    <message>
        <source>{0} to {1} %</source>
        <translation>{0} à {1} %</translation>
    </message>
    <message>
        <source>too high: check these words</source>
        <translation>trop haute : vérifiez ces mots</translation>
    </message>
    <message>
        <source>too low</source>
        <translation>trop basse</translation>
    </message>
    <message>
        <source>well calibrated</source>
        <translation>bien calibrée</translation>
    </message>
</context>
<context>
    <name>RemarksDialog</name>
    <message>
        <source>Lines and pages that stay as they are</source>
        <translation>Lignes et pages laissées telles quelles</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Raison</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report a problem</source>
        <translation>Signaler un problème</translation>
    </message>
    <message>
        <source>This report helps those who look for the cause of a problem. It has no transcription and no image; names of files may occur in the log. Nothing is sent: read it, save it, and send it yourself, with a sentence on what you did before.</source>
        <translation>Ce rapport aide à trouver la cause d’un problème. Il ne contient ni transcription ni image ; le journal peut nommer des fichiers. Rien n’est envoyé : lisez-le, enregistrez-le et envoyez-le vous-même, avec une phrase sur ce que vous veniez de faire.</translation>
    </message>
    <message>
        <source>Collecting the report…</source>
        <translation>Constitution du rapport…</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Rapport</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Enregistrer…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>{0} could not be written ({1}). Choose another folder.</source>
        <translation>{0} n’a pas pu être écrit ({1}). Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>Enregistré : {0}</translation>
    </message>
    <message>
        <source>The report could not be written: {0}</source>
        <translation>Le rapport n’a pas pu être écrit : {0}</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Enregistrer le rapport</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Texte (*.txt)</translation>
    </message>
</context>
<context>
    <name>RescueDialog</name>
    <message>
        <source>Save what can be read</source>
        <translation>Enregistrer ce qui est lisible</translation>
    </message>
    <message>
        <source>Saving what can be read of “{0}” in {1}.</source>
        <translation>Enregistrement de ce qui est lisible de « {0} » dans {1}.</translation>
    </message>
    <message>
        <source>Nothing was saved. {0}</source>
        <translation>Rien n’a été enregistré. {0}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcription(s) were saved. The damaged project was not changed.</source>
        <translation>
            <numerusform>%Ln transcription a été enregistrée. Le projet endommagé n’a pas été modifié.</numerusform>
            <numerusform>%Ln transcriptions ont été enregistrées. Le projet endommagé n’a pas été modifié.</numerusform>
        </translation>
    </message>
    <message>
        <source>The new project can be opened like any other:</source>
        <translation>Le nouveau projet s’ouvre comme n’importe quel autre :</translation>
    </message>
</context>
<context>
    <name>Research</name>
    <message>
        <source>Research was switched on: “{0}” belongs to it.</source>
        <translation>Le mode scientifique a été activé : « {0} » en fait partie.</translation>
    </message>
    <message>
        <source>Switch it off</source>
        <translation>Le désactiver</translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message>
        <source>Restore a backup</source>
        <translation>Restaurer une sauvegarde</translation>
    </message>
    <message>
        <source>Restoring “{0}”.</source>
        <translation>Restauration de « {0} ».</translation>
    </message>
    <message>
        <source>The backup is restored. The state before is kept as a backup, too.</source>
        <translation>La sauvegarde est restaurée. L’état d’avant est aussi gardé comme sauvegarde.</translation>
    </message>
    <message>
        <source>Nothing was changed. {0}</source>
        <translation>Rien n’a été modifié. {0}</translation>
    </message>
</context>
<context>
    <name>ResultsPanel</name>
    <message>
        <source>Searching…</source>
        <translation>Recherche en cours…</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>pas de texte</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>marqué</translation>
    </message>
</context>
<context>
    <name>ResultsTab</name>
    <message>
        <source>Measure now</source>
        <translation>Mesurer maintenant</translation>
    </message>
    <message>
        <source>Share of correct suggestions</source>
        <translation>Part de propositions justes</translation>
    </message>
    <message>
        <source>Suggestions by</source>
        <translation>Propositions par</translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation>Mesure en cours…</translation>
    </message>
    <message>
        <source>This model</source>
        <translation>Ce modèle</translation>
    </message>
    <message>
        <source>Of the letters of the test words, {0} would have to be corrected (character error rate).</source>
        <translation>Parmi les lettres des mots de test, {0} seraient à corriger (taux d’erreur par caractère).</translation>
    </message>
    <message numerus="yes">
        <source>Measured on %Ln test image(s) of words the model was trained on and {0} of new words. The 95 % interval stands in brackets.</source>
        <translation>
            <numerusform>Mesuré sur %Ln image de test de mots vus à l’entraînement et {0} de mots nouveaux. L’intervalle à 95 % est entre parenthèses.</numerusform>
            <numerusform>Mesuré sur %Ln images de test de mots vus à l’entraînement et {0} de mots nouveaux. L’intervalle à 95 % est entre parenthèses.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them are not in the word list and count as wrong.</source>
        <translation>
            <numerusform>%Ln d’entre elles n’est pas dans la liste de mots et compte comme fausse.</numerusform>
            <numerusform>%Ln d’entre elles ne sont pas dans la liste de mots et comptent comme fausses.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more test word(s) are left out, because the model, or the starter model with which it began, was trained or calibrated on their images.</source>
        <translation>
            <numerusform>%Ln autre mot de test est laissé de côté, car le modèle, ou le modèle de départ dont il est parti, a été entraîné ou calibré sur son image.</numerusform>
            <numerusform>%Ln autres mots de test sont laissés de côté, car le modèle, ou le modèle de départ dont il est parti, a été entraîné ou calibré sur leurs images.</numerusform>
        </translation>
    </message>
    <message>
        <source>Measured {0}.</source>
        <translation>Mesuré {0}.</translation>
    </message>
    <message>
        <source>On pages not yet transcribed, about {0} of 100 suggestions are right.</source>
        <translation>Sur les pages pas encore transcrites, environ {0} propositions sur 100 sont justes.</translation>
    </message>
    <message>
        <source>So it was with {0} of the test words, when the words that only the test pages brought into the word list were left out of it.</source>
        <translation>Ce fut le cas de {0} des mots de test, quand les mots que seules les pages de test ont apportés étaient retirés de la liste.</translation>
    </message>
    <message>
        <source>They were read together with their lines, as suggestions are.</source>
        <translation>Ils ont été lus avec leurs lignes, comme le sont les propositions.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln test word(s) are then in no list. The table below counts on them, as is usual in the literature.</source>
        <translation>
            <numerusform>%Ln mot de test est alors hors liste. Le tableau ci-dessous le compte dans la liste, comme c’est l’usage dans les publications.</numerusform>
            <numerusform>%Ln mots de test sont alors hors liste. Le tableau ci-dessous les compte dans la liste, comme c’est l’usage dans les publications.</numerusform>
        </translation>
    </message>
    <message>
        <source>Read together with their lines, {0} instead of {1} of the test words are suggested correctly; {2} were changed. The table does without.</source>
        <translation>Lus avec leurs lignes, {0} mots de test au lieu de {1} sont proposés correctement ; {2} ont été changés. Le tableau s’en passe.</translation>
    </message>
    <message>
        <source>The word list had {0} words when this was measured and has {1} now, so these figures no longer hold. Measure again.</source>
        <translation>La liste de mots comptait {0} mots lors de cette mesure et en compte maintenant {1} : ces chiffres ne valent plus. Mesurez de nouveau.</translation>
    </message>
    <message>
        <source>These figures were measured at other thresholds than those in force. Measure again.</source>
        <translation>Ces chiffres ont été mesurés avec d’autres seuils que ceux en vigueur. Mesurez de nouveau.</translation>
    </message>
    <message>
        <source>The thresholds were set by hand. If they were chosen by the scores on these test words, the figures are not an independent measurement.</source>
        <translation>Les seuils ont été réglés à la main. S’ils ont été choisis d’après les scores sur ces mots de test, les chiffres ne sont pas une mesure indépendante.</translation>
    </message>
    <message>
        <source>This model has not been measured yet</source>
        <translation>Ce modèle n’a pas encore été mesuré</translation>
    </message>
    <message numerus="yes">
        <source>The suggestions for %Ln test word(s) are compared with the transcriptions.</source>
        <translation>
            <numerusform>La proposition pour %Ln mot de test est comparée à la transcription.</numerusform>
            <numerusform>Les propositions pour %Ln mots de test sont comparées aux transcriptions.</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no test words</source>
        <translation>Il n’y a pas de mots de test</translation>
    </message>
    <message>
        <source>Choose transcribed pages for testing: models are never trained on them, so their accuracy can be measured there.</source>
        <translation>Choisissez des pages transcrites pour le test : aucun modèle n’est jamais entraîné sur elles, si bien que l’exactitude peut y être mesurée.</translation>
    </message>
    <message>
        <source>Choose pages for testing</source>
        <translation>Choisir des pages de test</translation>
    </message>
    <message>
        <source>Measuring on the test words …</source>
        <translation>Mesure sur les mots de test…</translation>
    </message>
    <message>
        <source>One reader alone</source>
        <translation>Un seul lecteur</translation>
    </message>
    <message>
        <source>mean of the readers, each choosing the nearest word of the whole word list, without a gate</source>
        <translation>moyenne des lecteurs, chacun choisissant le mot le plus proche de toute la liste, sans aiguillage</translation>
    </message>
    <message>
        <source>Vote without gates</source>
        <translation>Vote sans aiguillage</translation>
    </message>
    <message>
        <source>all readers vote for their nearest word</source>
        <translation>tous les lecteurs votent pour leur mot le plus proche</translation>
    </message>
    <message>
        <source>Calibrated stacking</source>
        <translation>Calibrated stacking</translation>
    </message>
    <message>
        <source>all readers vote, each favouring new words by a fixed distance</source>
        <translation>tous les lecteurs votent, chacun favorisant les mots nouveaux d’une distance fixe</translation>
    </message>
    <message>
        <source>The model&apos;s own vote</source>
        <translation>Le vote du modèle lui-même</translation>
    </message>
    <message>
        <source>each reader first decides whether it was trained on the word, by its gate networks or by what the model card names in their place; all suggestions of this project are made this way</source>
        <translation>chaque lecteur décide d’abord s’il a été entraîné sur le mot, par ses réseaux d’aiguillage ou par ce que la fiche du modèle nomme à leur place ; toutes les suggestions de ce projet sont faites ainsi</translation>
    </message>
    <message>
        <source>Vote with perfect gates</source>
        <translation>Vote avec aiguillages parfaits</translation>
    </message>
    <message>
        <source>what the readers would reach if every gate were always right: a bound, not a method</source>
        <translation>ce qu’atteindraient les lecteurs si chaque aiguillage avait toujours raison : une limite, pas une méthode</translation>
    </message>
    <message>
        <source>Rows and columns</source>
        <translation>Lignes et colonnes</translation>
    </message>
</context>
<context>
    <name>RetrainingOffer</name>
    <message numerus="yes">
        <source>%Ln word(s) were checked since the starter model made suggestions.</source>
        <translation>
            <numerusform>%Ln mot a été vérifié depuis les propositions du modèle de départ.</numerusform>
            <numerusform>%Ln mots ont été vérifiés depuis les propositions du modèle de départ.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were checked since the model &apos;{0}&apos; was trained.</source>
        <translation>
            <numerusform>%Ln mot a été vérifié depuis l’entraînement du modèle « {0} ».</numerusform>
            <numerusform>%Ln mots ont été vérifiés depuis l’entraînement du modèle « {0} ».</numerusform>
        </translation>
    </message>
    <message>
        <source>Set up a first training</source>
        <translation>Préparer un premier entraînement</translation>
    </message>
    <message>
        <source>Set up retraining</source>
        <translation>Préparer un réentraînement</translation>
    </message>
</context>
<context>
    <name>ReviewController</name>
    <message>
        <source>Joined.</source>
        <translation>Réunis.</translation>
    </message>
    <message>
        <source>Split in two.</source>
        <translation>Scindé en deux.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln image(s) marked as not a word.</source>
        <translation>
            <numerusform>%Ln image marquée comme n’étant pas un mot.</numerusform>
            <numerusform>%Ln images marquées comme n’étant pas des mots.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was changed: {0}</source>
        <translation>Rien n’a été modifié : {0}</translation>
    </message>
    <message>
        <source>The transcription is kept with the old box; Undo restores it.</source>
        <translation>La transcription est gardée avec l’ancien cadre ; Annuler la rétablit.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were left out: they were changed since they were shown.</source>
        <translation>
            <numerusform>%Ln mot a été laissé de côté : il a changé depuis son affichage.</numerusform>
            <numerusform>%Ln mots ont été laissés de côté : ils ont changé depuis leur affichage.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewMessages</name>
    <message>
        <source>Words come from pages that are cut into words, or from images of single words.</source>
        <translation>Les mots viennent de pages découpées en mots, ou d’images de mots isolés.</translation>
    </message>
    <message>
        <source>No words to review yet</source>
        <translation>Pas encore de mots à vérifier</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Effacer le filtre</translation>
    </message>
    <message>
        <source>Search checked words, too</source>
        <translation>Chercher aussi parmi les mots vérifiés</translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln unchecked word(s) fits “{0}”.</source>
        <translation>
            <numerusform>%Ln mot n’est pas vérifié et ne correspond pas à « {0} ».</numerusform>
            <numerusform>Aucun des %Ln mots non vérifiés ne correspond à « {0} ».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln word(s) fits “{0}”.</source>
        <translation>
            <numerusform>%Ln mot ne correspond pas à « {0} ».</numerusform>
            <numerusform>Aucun des %Ln mots ne correspond à « {0} ».</numerusform>
        </translation>
    </message>
    <message>
        <source>No word fits the filter</source>
        <translation>Aucun mot ne correspond au filtre</translation>
    </message>
    <message>
        <source>Look at them again</source>
        <translation>Les revoir</translation>
    </message>
    <message numerus="yes">
        <source>All %Ln word(s) are checked. Train a model to get suggestions.</source>
        <translation>
            <numerusform>Le mot (%Ln) est vérifié. Entraînez un modèle pour obtenir des propositions.</numerusform>
            <numerusform>Les %Ln mots sont tous vérifiés. Entraînez un modèle pour obtenir des propositions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A person has checked all %Ln word(s) of this project.</source>
        <translation>
            <numerusform>Une personne a vérifié %Ln mot, le seul de ce projet.</numerusform>
            <numerusform>Une personne a vérifié tous les mots de ce projet (%Ln).</numerusform>
        </translation>
    </message>
    <message>
        <source>Every word is checked</source>
        <translation>Chaque mot est vérifié</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) done in this session. All of it is saved.</source>
        <translation>
            <numerusform>%Ln mot traité dans cette session. Tout est enregistré.</numerusform>
            <numerusform>%Ln mots traités dans cette session. Tout est enregistré.</numerusform>
        </translation>
    </message>
    <message>
        <source>Look for more words</source>
        <translation>Chercher d’autres mots</translation>
    </message>
    <message>
        <source>Go back to the last word</source>
        <translation>Revenir au dernier mot</translation>
    </message>
    <message>
        <source>That was the last word</source>
        <translation>C’était le dernier mot</translation>
    </message>
    <message>
        <source>Transcribe them one by one</source>
        <translation>Les transcrire un par un</translation>
    </message>
    <message>
        <source>A group holds the words with the same suggestion.</source>
        <translation>Un groupe réunit les mots de même proposition.</translation>
    </message>
    <message>
        <source>No groups without a model</source>
        <translation>Pas de groupes sans modèle</translation>
    </message>
    <message>
        <source>There is no model yet.</source>
        <translation>Il n’y a pas encore de modèle.</translation>
    </message>
    <message>
        <source>The model has not made suggestions for these words yet.</source>
        <translation>Le modèle n’a pas encore fait de propositions pour ces mots.</translation>
    </message>
    <message>
        <source>No groups yet</source>
        <translation>Pas encore de groupes</translation>
    </message>
    <message>
        <source>This word is outside your filter.</source>
        <translation>Ce mot est hors de votre filtre.</translation>
    </message>
    <message>
        <source>Back to the queue</source>
        <translation>Revenir à la file</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) marked as different, one by one.</source>
        <translation>
            <numerusform>%Ln mot marqué comme différent.</numerusform>
            <numerusform>%Ln mots marqués comme différents, un par un.</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to the groups</source>
        <translation>Revenir aux groupes</translation>
    </message>
    <message>
        <source>New suggestions have arrived.</source>
        <translation>De nouvelles propositions sont arrivées.</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Actualiser</translation>
    </message>
    <message>
        <source>There is no model yet, so there are no suggestions.</source>
        <translation>Il n’y a pas encore de modèle, donc pas de propositions.</translation>
    </message>
    <message>
        <source>Transcribe some words, then train a model.</source>
        <translation>Transcrivez quelques mots, puis entraînez un modèle.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of these words have no suggestion yet.</source>
        <translation>
            <numerusform>%Ln de ces mots n’a pas encore de proposition.</numerusform>
            <numerusform>%Ln de ces mots n’ont pas encore de proposition.</numerusform>
        </translation>
    </message>
    <message>
        <source>Add pages</source>
        <translation>Ajouter des pages</translation>
    </message>
    <message>
        <source>Suggest readings</source>
        <translation>Proposer des lectures</translation>
    </message>
</context>
<context>
    <name>ReviewText</name>
    <message>
        <source>marked as not a word</source>
        <translation>marqué comme n’étant pas un mot</translation>
    </message>
    <message>
        <source>Alone the word image reads “{0}”; with its line it reads “{1}”.</source>
        <translation>Seule, l’image du mot se lit « {0} » ; avec sa ligne, « {1} ».</translation>
    </message>
    <message>
        <source>The model has one reader; it chose “{0}”.</source>
        <translation>Le modèle a un seul lecteur ; il a choisi « {0} ».</translation>
    </message>
    <message>
        <source>All {0} readers chose “{1}”.</source>
        <translation>Les {0} lecteurs ont tous choisi « {1} ».</translation>
    </message>
    <message>
        <source>{0} of {1} readers chose “{2}”; {3}.</source>
        <translation>{0} lecteurs sur {1} ont choisi « {2} » ; {3}.</translation>
    </message>
    <message>
        <source>The vote is a tie; “{0}” is nearest to the word image.</source>
        <translation>Le vote donne une égalité ; « {0} » est le plus proche de l’image.</translation>
    </message>
    <message>
        <source>It looks like a word that is checked as “{0}”.</source>
        <translation>Il ressemble à un mot vérifié comme « {0} ».</translation>
    </message>
    <message>
        <source>Confidence {0} %, but with an earlier word list.</source>
        <translation>Confiance {0} %, mais avec une liste de mots antérieure.</translation>
    </message>
    <message>
        <source>Confidence {0} %: the estimated probability that this suggestion is correct.</source>
        <translation>Confiance {0} % : la probabilité estimée que cette proposition soit juste.</translation>
    </message>
    <message>
        <source>Confidence unknown (starter model), but the letters fit badly: most such suggestions are wrong.</source>
        <translation>Confiance inconnue (modèle de départ), mais les lettres s’ajustent mal : la plupart de ces propositions sont fausses.</translation>
    </message>
    <message>
        <source>Confidence unknown (starter model).</source>
        <translation>Confiance inconnue (modèle de départ).</translation>
    </message>
    <message>
        <source>Confidence not measured.</source>
        <translation>Confiance non mesurée.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s) read “{0}” without the word list; it is not in the list.</source>
        <translation>
            <numerusform>%Ln lecteur a lu « {0} » sans la liste de mots, qui ne contient pas ce mot.</numerusform>
            <numerusform>%Ln lecteurs ont lu « {0} » sans la liste de mots, qui ne contient pas ce mot.</numerusform>
        </translation>
    </message>
    <message>
        <source>The confidence ignores this; check the image.</source>
        <translation>La confiance n’en tient pas compte ; regardez l’image.</translation>
    </message>
    <message>
        <source>Candidate {0}: {1}, looks like a checked word</source>
        <translation>Candidat {0} : {1}, ressemble à un mot vérifié</translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, not in the word list, read without it by %Ln reader(s)</source>
        <translation>
            <numerusform>Candidat {0} : {1}, absent de la liste de mots, lu sans elle par %Ln lecteur</numerusform>
            <numerusform>Candidat {0} : {1}, absent de la liste de mots, lu sans elle par %Ln lecteurs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, not in the word list, distance {2}, spelled by %Ln reader(s)</source>
        <translation>
            <numerusform>Candidat {0} : {1}, absent de la liste de mots, distance {2}, épelé par %Ln lecteur</numerusform>
            <numerusform>Candidat {0} : {1}, absent de la liste de mots, distance {2}, épelé par %Ln lecteurs</numerusform>
        </translation>
    </message>
    <message>
        <source>trained on</source>
        <translation>mot vu</translation>
    </message>
    <message>
        <source>new word</source>
        <translation>mot nouveau</translation>
    </message>
    <message numerus="yes">
        <source>Candidate {0}: {1}, {2}, distance {3}, chosen by %Ln reader(s)</source>
        <translation>
            <numerusform>Candidat {0} : {1}, {2}, distance {3}, choisi par %Ln lecteur</numerusform>
            <numerusform>Candidat {0} : {1}, {2}, distance {3}, choisi par %Ln lecteurs</numerusform>
        </translation>
    </message>
    <message>
        <source>Word image without a page</source>
        <translation>Image de mot sans page</translation>
    </message>
    <message>
        <source>Page {0} · {1}</source>
        <translation>Page {0} · {1}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) left</source>
        <translation>
            <numerusform>%Ln mot restant</numerusform>
            <numerusform>%Ln mots restants</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} done in this session</source>
        <translation>{0} traités dans cette session</translation>
    </message>
    <message>
        <source>about {0} at the present pace</source>
        <translation>environ {0} au rythme actuel</translation>
    </message>
    <message>
        <source>In no list: the model has one reader; it spells it “{0}”.</source>
        <translation>Hors liste : le modèle a un seul lecteur ; il l’épelle « {0} ».</translation>
    </message>
    <message>
        <source>In no list: all {0} readers spell it “{1}”.</source>
        <translation>Hors liste : les {0} lecteurs l’épellent tous « {1} ».</translation>
    </message>
    <message>
        <source>In no list: {0} of {1} readers spell it “{2}”; {3}.</source>
        <translation>Hors liste : {0} lecteurs sur {1} l’épellent « {2} » ; {3}.</translation>
    </message>
    <message>
        <source>It is in the word list now.</source>
        <translation>Il est maintenant dans la liste de mots.</translation>
    </message>
    <message>
        <source>{0} chose “{1}”</source>
        <translation>{0} pour « {1} »</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln other word(s)</source>
        <translation>
            <numerusform>et %Ln autre mot</numerusform>
            <numerusform>et %Ln autres mots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewView</name>
    <message>
        <source>Finding the words …</source>
        <translation>Recherche des mots…</translation>
    </message>
    <message>
        <source>Filter the words</source>
        <translation>Filtrer les mots</translation>
    </message>
    <message>
        <source>Refresh the words</source>
        <translation>Actualiser les mots</translation>
    </message>
    <message>
        <source>One by one or in groups</source>
        <translation>Un par un ou en groupes</translation>
    </message>
    <message>
        <source>Filter by clicking</source>
        <translation>Filtrer par clics</translation>
    </message>
    <message>
        <source>Show the saved views</source>
        <translation>Afficher les vues enregistrées</translation>
    </message>
    <message>
        <source>Save this view…</source>
        <translation>Enregistrer cette vue…</translation>
    </message>
    <message>
        <source>Rename or delete saved views…</source>
        <translation>Renommer ou supprimer des vues enregistrées…</translation>
    </message>
    <message>
        <source>Brightness and contrast of the scan</source>
        <translation>Luminosité et contraste de la numérisation</translation>
    </message>
    <message>
        <source>Help on the filter</source>
        <translation>Aide sur le filtre</translation>
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
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>Testing</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validation</translation>
    </message>
    <message>
        <source>Suggestions only</source>
        <translation>Propositions seules</translation>
    </message>
    <message>
        <source>the model learns from the transcriptions</source>
        <translation>le modèle apprend des transcriptions</translation>
    </message>
    <message>
        <source>kept from the model, to measure how well it reads</source>
        <translation>à l’écart du modèle, pour mesurer à quel point il lit bien</translation>
    </message>
    <message>
        <source>kept from training and from measuring, for checks of your own</source>
        <translation>à l’écart de l’entraînement et de la mesure, pour vos propres contrôles</translation>
    </message>
    <message>
        <source>the model suggests; never used for training or measuring</source>
        <translation>le modèle propose ; ne sert jamais à entraîner ni à mesurer</translation>
    </message>
</context>
<context>
    <name>RunView</name>
    <message>
        <source>Log of the training</source>
        <translation>Journal de l’entraînement</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Journal</translation>
    </message>
</context>
<context>
    <name>RunsPanel</name>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Every training is listed here with its curves, so that trainings can be compared.</source>
        <translation>Chaque entraînement est listé ici avec ses courbes, pour que l’on puisse les comparer.</translation>
    </message>
    <message>
        <source>No training yet</source>
        <translation>Pas encore d’entraînement</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln training(s)? Curves, log and unfinished readers are lost; models are kept.</source>
        <translation>
            <numerusform>Supprimer %Ln entraînement ? Les courbes, le journal et les lecteurs inachevés sont perdus ; les modèles sont gardés.</numerusform>
            <numerusform>Supprimer %Ln entraînements ? Les courbes, les journaux et les lecteurs inachevés sont perdus ; les modèles sont gardés.</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete permanently</source>
        <translation>Supprimer définitivement</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Garder</translation>
    </message>
    <message>
        <source>Select one training to see its curves, or several (Ctrl) to compare them.</source>
        <translation>Sélectionnez un entraînement pour voir ses courbes, ou plusieurs (Ctrl) pour les comparer.</translation>
    </message>
    <message>
        <source>Another program, such as a terminal, is running this training. Its curves are updated here too; stop it where it was started.</source>
        <translation>Un autre programme, un terminal par exemple, exécute cet entraînement. Ses courbes sont tenues à jour ici aussi ; arrêtez-le là où il a été lancé.</translation>
    </message>
    <message>
        <source>This training was interrupted when its process ended. Finished work is kept: resume it.</source>
        <translation>Cet entraînement a été interrompu par la fin de son processus. Le travail terminé est gardé : reprenez-le.</translation>
    </message>
    <message>
        <source>Select several (Ctrl) to compare them.</source>
        <translation>Sélectionnez-en plusieurs (Ctrl) pour les comparer.</translation>
    </message>
</context>
<context>
    <name>SampleStrip</name>
    <message>
        <source>Some of the images</source>
        <translation>Quelques-unes des images</translation>
    </message>
</context>
<context>
    <name>SavedViewsMenu</name>
    <message>
        <source>all words</source>
        <translation>tous les mots</translation>
    </message>
    <message>
        <source>No saved views yet</source>
        <translation>Pas encore de vues enregistrées</translation>
    </message>
    <message>
        <source>Save this view…</source>
        <translation>Enregistrer cette vue…</translation>
    </message>
    <message>
        <source>Rename or delete views…</source>
        <translation>Renommer ou supprimer des vues…</translation>
    </message>
</context>
<context>
    <name>ScanDisplay</name>
    <message>
        <source>Invert the scan</source>
        <translation>Inverser la numérisation</translation>
    </message>
    <message>
        <source>Show the scan brighter</source>
        <translation>Éclaircir la numérisation</translation>
    </message>
    <message>
        <source>Show the scan darker</source>
        <translation>Assombrir la numérisation</translation>
    </message>
    <message>
        <source>More contrast of the scan</source>
        <translation>Augmenter le contraste de la numérisation</translation>
    </message>
    <message>
        <source>Less contrast of the scan</source>
        <translation>Diminuer le contraste de la numérisation</translation>
    </message>
    <message>
        <source>Show the scan as it is</source>
        <translation>Montrer la numérisation telle quelle</translation>
    </message>
</context>
<context>
    <name>ScanPanel</name>
    <message>
        <source>Brightness and contrast of the scan</source>
        <translation>Luminosité et contraste de la numérisation</translation>
    </message>
    <message>
        <source>&amp;Invert: light on dark</source>
        <translation>&amp;Inverser : clair sur foncé</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Réinitialiser</translation>
    </message>
    <message>
        <source>&amp;Brightness</source>
        <translation>&amp;Luminosité</translation>
    </message>
    <message>
        <source>&amp;Contrast</source>
        <translation>&amp;Contraste</translation>
    </message>
    <message>
        <source>This changes only how scans are shown to you in this project, neither files nor suggestions.</source>
        <translation>Cela ne change que l’affichage des numérisations pour vous dans ce projet, ni les fichiers ni les propositions.</translation>
    </message>
</context>
<context>
    <name>ScoreNames</name>
    <message>
        <source>New, unseen (A_u)</source>
        <translation>Nouveaux, non vus (A_u)</translation>
    </message>
    <message>
        <source>Trained on, seen (A_s)</source>
        <translation>Vus à l’entraînement (A_s)</translation>
    </message>
    <message>
        <source>Harmonic mean (h)</source>
        <translation>Moy. harmonique (h)</translation>
    </message>
    <message>
        <source>The lower (A_b)</source>
        <translation>La plus basse (A_b)</translation>
    </message>
    <message>
        <source>share of correct suggestions among words not trained on</source>
        <translation>part de propositions justes parmi les mots jamais vus à l’entraînement</translation>
    </message>
    <message>
        <source>share of correct suggestions among words trained on</source>
        <translation>part de propositions justes parmi les mots vus à l’entraînement</translation>
    </message>
    <message>
        <source>one figure for both, low as soon as one of them is low</source>
        <translation>un seul chiffre pour les deux, bas dès que l’un d’eux est bas</translation>
    </message>
    <message>
        <source>accuracy of the weaker kind</source>
        <translation>exactitude de la catégorie la plus faible</translation>
    </message>
</context>
<context>
    <name>ScrollArea</name>
    <message>
        <source>Contents that scroll</source>
        <translation>Contenu défilant</translation>
    </message>
</context>
<context>
    <name>SearchView</name>
    <message>
        <source>Kind of search</source>
        <translation>Type de recherche</translation>
    </message>
    <message>
        <source>By image</source>
        <translation>Par l’image</translation>
    </message>
    <message>
        <source>In the text</source>
        <translation>Dans le texte</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Chercher</translation>
    </message>
    <message>
        <source>Go to the search box</source>
        <translation>Aller au champ de recherche</translation>
    </message>
    <message>
        <source>Word to find among the word images</source>
        <translation>Mot à trouver parmi les images de mots</translation>
    </message>
    <message>
        <source>Text to find in transcriptions and suggestions</source>
        <translation>Texte à trouver dans les transcriptions et les propositions</translation>
    </message>
</context>
<context>
    <name>SessionSummary</name>
    <message numerus="yes">
        <source>%Ln word(s) checked</source>
        <translation>
            <numerusform>%Ln mot vérifié</numerusform>
            <numerusform>%Ln mots vérifiés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln minute(s)</source>
        <translation>
            <numerusform>en %Ln minute</numerusform>
            <numerusform>en %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them corrected</source>
        <translation>
            <numerusform>dont %Ln corrigé</numerusform>
            <numerusform>dont %Ln corrigés</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}: {1} {2}, {3}.</source>
        <translation>{0} : {1} {2}, {3}.</translation>
    </message>
</context>
<context>
    <name>SetupPanel</name>
    <message>
        <source>Measure again</source>
        <translation>Mesurer de nouveau</translation>
    </message>
    <message>
        <source>Time some steps of this preset&apos;s readers on this computer</source>
        <translation>Mesurer quelques pas des lecteurs de ce préréglage sur cet ordinateur</translation>
    </message>
    <message>
        <source>Suggest readings afterwards</source>
        <translation>Proposer ensuite des lectures</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Processeur</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Lancer l’entraînement</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entraîner</translation>
    </message>
    <message>
        <source>{0} is under way. Wait until it has ended, or stop it above.</source>
        <translation>{0} : en cours. Attendez la fin, ou arrêtez cette tâche ci-dessus.</translation>
    </message>
    <message>
        <source>The words are being counted.</source>
        <translation>Les mots sont en train d’être comptés.</translation>
    </message>
    <message>
        <source>Training cannot start yet: see what is missing above.</source>
        <translation>L’entraînement ne peut pas encore commencer : voyez ci-dessus ce qui manque.</translation>
    </message>
    <message>
        <source>The model &apos;{0}&apos; has another kind of reader than this preset. Choose the preset it was trained with, or no earlier model.</source>
        <translation>Le modèle « {0} » a un autre type de lecteur que ce préréglage. Choisissez le préréglage qui a servi à l’entraîner, ou aucun modèle antérieur.</translation>
    </message>
    <message>
        <source>Measure the times</source>
        <translation>Mesurer les durées</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+Entrée</translation>
    </message>
    <message>
        <source>{0}, changed</source>
        <translation>{0}, modifié</translation>
    </message>
    <message>
        <source>Runs on the cluster; the time there is not measured.</source>
        <translation>S’exécute sur le cluster ; la durée n’y est pas mesurée.</translation>
    </message>
    <message>
        <source>Continues from the model &apos;{0}&apos;.</source>
        <translation>Continue à partir du modèle « {0} ».</translation>
    </message>
    <message>
        <source>Begins with the starter model adapted to this handwriting.</source>
        <translation>Part du modèle de départ adapté à cette écriture.</translation>
    </message>
    <message>
        <source>Timing a few steps of this preset&apos;s readers on this computer …</source>
        <translation>Mesure de quelques pas des lecteurs de ce préréglage sur cet ordinateur …</translation>
    </message>
    <message>
        <source>The times on this computer are not measured yet.</source>
        <translation>Les durées sur cet ordinateur ne sont pas encore mesurées.</translation>
    </message>
    <message>
        <source>Times come from steps measured on this computer; memory is computed from sizes.</source>
        <translation>Les durées viennent de pas mesurés sur cet ordinateur ; la mémoire est calculée d’après les tailles.</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Préréglages</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avancé</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>Données d’entraînement</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Shortcuts</source>
        <translation>Raccourcis</translation>
    </message>
    <message>
        <source>Find a command or a key</source>
        <translation>Chercher une commande ou une touche</translation>
    </message>
    <message>
        <source>No matching command or key</source>
        <translation>Aucune commande ni touche correspondante</translation>
    </message>
    <message>
        <source>With a project open, the shortcuts of its views are listed, too.</source>
        <translation>Quand un projet est ouvert, les raccourcis de ses vues sont listés aussi.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Commandes et leurs touches</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>On this page</source>
        <translation>Sur cette page</translation>
    </message>
</context>
<context>
    <name>SimplePage</name>
    <message>
        <source>A training teaches the model this handwriting, with the words that you transcribed. You can go on working meanwhile. Afterwards the new model is compared with the present one, and you decide which one is used.</source>
        <translation>Un entraînement apprend au modèle cette écriture, avec les mots que vous avez transcrits. Vous pouvez continuer à travailler pendant ce temps. Ensuite, le nouveau modèle est comparé à l’actuel, et vous décidez lequel est utilisé.</translation>
    </message>
    <message>
        <source>Show the results</source>
        <translation>Afficher les résultats</translation>
    </message>
    <message>
        <source>Explain the suggestion for a word</source>
        <translation>Expliquer la proposition pour un mot</translation>
    </message>
    <message>
        <source>What a training does</source>
        <translation>Ce que fait un entraînement</translation>
    </message>
    <message>
        <source>The model in use</source>
        <translation>Le modèle utilisé</translation>
    </message>
    <message>
        <source>There is no model yet.</source>
        <translation>Il n’y a pas encore de modèle.</translation>
    </message>
    <message>
        <source>{0}: {1} % of {2} test words are suggested correctly.</source>
        <translation>{0} : {1} % des {2} mots de test sont proposés correctement.</translation>
    </message>
    <message>
        <source>{0}: {1} % of {2} words were suggested correctly when it was compared.</source>
        <translation>{0} : {1} % de {2} mots ont été proposés correctement lors de la comparaison.</translation>
    </message>
    <message>
        <source>{0}: not measured yet. Results can measure it.</source>
        <translation>{0} : pas encore mesuré. Résultats peut le mesurer.</translation>
    </message>
</context>
<context>
    <name>SingleBoxEditing</name>
    <message>
        <source>This word has no box on a page that could be changed.</source>
        <translation>Ce mot n’a pas de cadre modifiable sur une page.</translation>
    </message>
    <message>
        <source>Reading the new box …</source>
        <translation>Lecture du nouveau cadre…</translation>
    </message>
    <message>
        <source>The new box is read when the running job has ended.</source>
        <translation>Le nouveau cadre sera lu quand la tâche en cours sera terminée.</translation>
    </message>
    <message>
        <source>Arrows move, Shift+arrows resize; drag beside the frame to draw it again.</source>
        <translation>Les flèches déplacent, Maj+flèches redimensionnent ; tracez à côté du cadre pour le redessiner.</translation>
    </message>
    <message>
        <source>Split (S)</source>
        <translation>Scinder (S)</translation>
    </message>
    <message>
        <source>Join with previous (Shift+J)</source>
        <translation>Réunir au précédent (Maj+J)</translation>
    </message>
    <message>
        <source>Join with next (J)</source>
        <translation>Réunir au suivant (J)</translation>
    </message>
    <message>
        <source>Save (Enter)</source>
        <translation>Enregistrer (Entrée)</translation>
    </message>
    <message>
        <source>Cancel (Esc)</source>
        <translation>Annuler (Échap)</translation>
    </message>
    <message>
        <source>Save the box, or split at the line</source>
        <translation>Enregistrer le cadre, ou scinder au trait</translation>
    </message>
    <message>
        <source>Leave the box as it was</source>
        <translation>Laisser le cadre tel qu’il était</translation>
    </message>
    <message>
        <source>Split the word</source>
        <translation>Scinder le mot</translation>
    </message>
    <message>
        <source>Join with the next word</source>
        <translation>Réunir au mot suivant</translation>
    </message>
    <message>
        <source>Join with the previous word</source>
        <translation>Réunir au mot précédent</translation>
    </message>
</context>
<context>
    <name>SingleWordView</name>
    <message>
        <source>Previous word (Left)</source>
        <translation>Mot précédent (Gauche)</translation>
    </message>
    <message>
        <source>Next word (Right)</source>
        <translation>Mot suivant (Droite)</translation>
    </message>
    <message>
        <source>Not transcribed yet</source>
        <translation>Pas encore transcrit</translation>
    </message>
    <message>
        <source>Type the transcription</source>
        <translation>Saisissez la transcription</translation>
    </message>
    <message numerus="yes">
        <source>Split into %Ln words (Enter)</source>
        <translation>
            <numerusform>Scinder en %Ln mot (Entrée)</numerusform>
            <numerusform>Scinder en %Ln mots (Entrée)</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep as one word (Alt+Enter)</source>
        <translation>Garder comme un seul mot (Alt+Entrée)</translation>
    </message>
    <message numerus="yes">
        <source>“{0}” is %Ln words in one box.</source>
        <translation>
            <numerusform>« {0} » fait %Ln mot dans un cadre.</numerusform>
            <numerusform>« {0} » fait %Ln mots dans un seul cadre.</numerusform>
        </translation>
    </message>
    <message>
        <source>Enter saves what you typed · Esc cancels</source>
        <translation>Entrée enregistre ce que vous avez saisi · Échap annule</translation>
    </message>
    <message>
        <source>{0} Left and Right go through the words.</source>
        <translation>{0} Gauche et Droite parcourent les mots.</translation>
    </message>
    <message>
        <source>Alt+1, Alt+2 … choose a transcription · Enter takes the first · type another one</source>
        <translation>Alt+1, Alt+2… : choisir une transcription · Entrée : la première · ou en saisir une autre</translation>
    </message>
    <message>
        <source>Enter accepts · Alt+1–9 choose · type to correct · F2 edits letters or types digits</source>
        <translation>Entrée : accepter · Alt+1–9 : choisir · saisir : corriger · F2 : modifier des lettres ou taper des chiffres</translation>
    </message>
    <message>
        <source>Accept what is shown and go on</source>
        <translation>Accepter ce qui est affiché et continuer</translation>
    </message>
    <message>
        <source>Not a word</source>
        <translation>Pas un mot</translation>
    </message>
    <message>
        <source>Choose candidate {0}</source>
        <translation>Choisir le candidat {0}</translation>
    </message>
    <message>
        <source>Keep several typed words as one</source>
        <translation>Garder plusieurs mots saisis comme un seul</translation>
    </message>
    <message>
        <source>Edit letters of the text, or type digits</source>
        <translation>Modifier des lettres du texte, ou taper des chiffres</translation>
    </message>
    <message>
        <source>Insert a special character</source>
        <translation>Insérer un caractère spécial</translation>
    </message>
    <message>
        <source>Discard what was typed</source>
        <translation>Abandonner la saisie</translation>
    </message>
    <message>
        <source>Show the word on its page</source>
        <translation>Afficher le mot sur sa page</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>Mot suivant</translation>
    </message>
    <message>
        <source>Previous word</source>
        <translation>Mot précédent</translation>
    </message>
    <message>
        <source>Edit the box of the word</source>
        <translation>Modifier le cadre du mot</translation>
    </message>
    <message>
        <source>Postpone the word</source>
        <translation>Reporter le mot</translation>
    </message>
    <message>
        <source>Explain the suggestion</source>
        <translation>Expliquer la proposition</translation>
    </message>
</context>
<context>
    <name>SizePlot</name>
    <message>
        <source>Estimated, common errors included</source>
        <translation>Estimé, erreurs communes comprises</translation>
    </message>
    <message>
        <source>Estimated if independent</source>
        <translation>Estimé si indépendants</translation>
    </message>
    <message>
        <source>The paper&apos;s formula</source>
        <translation>La formule de l’article</translation>
    </message>
    <message>
        <source>Expected if independent</source>
        <translation>Attendu si indépendants</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Mesuré</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Cible</translation>
    </message>
    <message>
        <source>Wrong decisions by the number of readers</source>
        <translation>Décisions fausses selon le nombre de lecteurs</translation>
    </message>
    <message>
        <source>Readers (L)</source>
        <translation>Lecteurs (L)</translation>
    </message>
    <message>
        <source>Wrong decisions, %</source>
        <translation>Décisions fausses, %</translation>
    </message>
    <message>
        <source>now: {0}</source>
        <translation>actuel : {0}</translation>
    </message>
    <message>
        <source>enough if independent: {0}</source>
        <translation>suffisant si indépendants : {0}</translation>
    </message>
    <message>
        <source>enough: {0}</source>
        <translation>suffisant : {0}</translation>
    </message>
</context>
<context>
    <name>SizeTab</name>
    <message>
        <source>Target accuracy</source>
        <translation>Exactitude visée</translation>
    </message>
    <message>
        <source>Number of readers that is enough</source>
        <translation>Nombre de lecteurs suffisant</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Méthode</translation>
    </message>
    <message>
        <source>Wrong now</source>
        <translation>Faux actuels</translation>
    </message>
    <message>
        <source>Share of wrong decisions of the present readers</source>
        <translation>Part de décisions fausses des lecteurs actuels</translation>
    </message>
    <message>
        <source>Enough</source>
        <translation>Suffisant</translation>
    </message>
    <message>
        <source>Fewest readers that reach the target; none: not even 1,000 do</source>
        <translation>Le plus petit nombre de lecteurs qui atteint la cible ; aucun : même 1 000 n’y suffisent pas</translation>
    </message>
    <message>
        <source>The starter model has one reader, and no words were set aside to measure it. Its accuracy on test words can be measured under Results.</source>
        <translation>Le modèle de départ a un seul lecteur, et aucun mot ne lui a été caché pour le mesurer. Son exactitude sur les mots de test peut être mesurée dans Résultats.</translation>
    </message>
    <message>
        <source>Computing the errors of the readers …</source>
        <translation>Calcul des erreurs des lecteurs…</translation>
    </message>
    <message>
        <source>The readers&apos; errors are unknown</source>
        <translation>Les erreurs des lecteurs sont inconnues</translation>
    </message>
    <message>
        <source>No images were set aside for one of the readers, so its errors cannot be measured. Transcribe more than one image of some words, then train again.</source>
        <translation>Aucune image n’a été cachée à l’un des lecteurs : ses erreurs ne peuvent pas être mesurées. Transcrivez plus d’une image de certains mots, puis entraînez de nouveau.</translation>
    </message>
    <message>
        <source>Target &amp;accuracy</source>
        <translation>&amp;Exactitude visée</translation>
    </message>
</context>
<context>
    <name>SizeText</name>
    <message>
        <source>No number of readers like these is enough.</source>
        <translation>Aucun nombre de lecteurs comme ceux-ci ne suffit.</translation>
    </message>
    <message>
        <source>Not even {0} readers like these are estimated to be enough.</source>
        <translation>Selon l’estimation, même {0} lecteurs comme ceux-ci ne suffisent pas.</translation>
    </message>
    <message numerus="yes">
        <source>If they erred independently, %Ln reader(s) would be enough, as estimated.</source>
        <translation>
            <numerusform>S’ils se trompaient indépendamment, %Ln lecteur suffirait, selon l’estimation.</numerusform>
            <numerusform>S’ils se trompaient indépendamment, %Ln lecteurs suffiraient, selon l’estimation.</numerusform>
        </translation>
    </message>
    <message>
        <source>More than {0} readers like these would be needed.</source>
        <translation>Il faudrait plus de {0} lecteurs comme ceux-ci.</translation>
    </message>
    <message>
        <source>No number of readers like these is estimated to be enough.</source>
        <translation>Selon l’estimation, aucun nombre de lecteurs comme ceux-ci ne suffit.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s) are estimated to be enough; there are {0}.</source>
        <translation>
            <numerusform>Selon l’estimation, %Ln lecteur suffit ; il y en a {0}.</numerusform>
            <numerusform>Selon l’estimation, %Ln lecteurs suffisent ; il y en a {0}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} readers like these are estimated to be enough; there are %Ln now.</source>
        <translation>
            <numerusform>Selon l’estimation, {0} lecteurs comme ceux-ci suffisent ; il y en a %Ln maintenant.</numerusform>
            <numerusform>Selon l’estimation, {0} lecteurs comme ceux-ci suffisent ; il y en a %Ln maintenant.</numerusform>
        </translation>
    </message>
    <message>
        <source>The readers decide whether they were trained on a word. Shares are those of the kind of word, trained on or new, with more wrong decisions.</source>
        <translation>Les lecteurs décident s’ils ont été entraînés sur un mot. Les parts sont celles de la catégorie de mots, vus ou nouveaux, qui a le plus de décisions fausses.</translation>
    </message>
    <message>
        <source>For so few readers the paper&apos;s formula allows any share of wrong decisions: it excludes nothing. That is usual.</source>
        <translation>Pour si peu de lecteurs, la formule de l’article admet n’importe quelle part de décisions fausses : elle n’exclut rien. C’est habituel.</translation>
    </message>
    <message>
        <source>Estimated, common errors included</source>
        <translation>Estimé, erreurs communes comprises</translation>
    </message>
    <message>
        <source>The paper&apos;s theorem on exchangeable readers in a form that holds: Cantelli&apos;s bound with the correlation of two readers&apos; votes, measured on test words. The printed formula takes the votes as independent.</source>
        <translation>Le théorème de l’article sur les lecteurs échangeables, sous une forme qui tient : la borne de Cantelli avec la corrélation des votes de deux lecteurs, mesurée sur les mots de test. La formule imprimée suppose les votes indépendants.</translation>
    </message>
    <message>
        <source>Estimated bound, if readers err independently</source>
        <translation>Borne estimée, si les lecteurs se trompent indépendamment</translation>
    </message>
    <message>
        <source>The paper&apos;s Theorems 1 and 2 with Hoeffding&apos;s sharper inequality in place of Chernoff&apos;s, at the best number of votes.</source>
        <translation>Les théorèmes 1 et 2 de l’article avec l’inégalité de Hoeffding, plus fine, au lieu de celle de Chernoff, au meilleur nombre de votes.</translation>
    </message>
    <message>
        <source>The paper&apos;s formula, likewise</source>
        <translation>La formule de l’article, de même</translation>
    </message>
    <message>
        <source>Theorem 2 as printed, at its best eta: A statistical approach to bias in zero-shot learning (Chew, Chia, Chanda, Ghosh and Mukherjee).</source>
        <translation>Le théorème 2 tel qu’il est imprimé, à son meilleur êta : A statistical approach to bias in zero-shot learning (Chew, Chia, Chanda, Ghosh et Mukherjee).</translation>
    </message>
    <message>
        <source>Expected, if readers err independently</source>
        <translation>Attendu, si les lecteurs se trompent indépendamment</translation>
    </message>
    <message>
        <source>Not a bound but the exact distribution of the votes (the paper&apos;s Appendix B.1).</source>
        <translation>Pas une borne, mais la distribution exacte des votes (annexe B.1 de l’article).</translation>
    </message>
    <message>
        <source>Measured on test words</source>
        <translation>Mesuré sur les mots de test</translation>
    </message>
    <message>
        <source>The same rule, “trained on” if at least m readers vote for it, measured on subsets of the current readers.</source>
        <translation>La même règle, « vu » si au moins m lecteurs votent ainsi, mesurée sur des sous-ensembles des lecteurs actuels.</translation>
    </message>
    <message>
        <source>On images set aside from training the readers&apos; decisions are no better than chance, and a vote does not improve that. Transcribe more words, then train again.</source>
        <translation>Sur les images cachées, les décisions des lecteurs ne valent pas mieux que le hasard, et un vote n’y change rien. Transcrivez d’autres mots, puis entraînez de nouveau.</translation>
    </message>
    <message>
        <source>With one reader alone it is unknown whether readers err on the same images.</source>
        <translation>Avec un seul lecteur, on ne sait pas si les lecteurs se trompent sur les mêmes images.</translation>
    </message>
    <message>
        <source>Whether they do is unknown: measuring it takes test words with suggestions, both trained on and new. As a rule readers err on the same images, and then more readers are needed, or no number is enough.</source>
        <translation>On ne sait pas s’ils le font : pour le mesurer, il faut des mots de test avec propositions, vus et nouveaux. En règle générale, les lecteurs se trompent sur les mêmes images ; il en faut alors davantage, ou aucun nombre ne suffit.</translation>
    </message>
    <message>
        <source>On the test words they erred together no more often than by chance.</source>
        <translation>Sur les mots de test, ils ne se sont pas trompés ensemble plus souvent que par hasard.</translation>
    </message>
    <message>
        <source>They err on the same images, such as those with a blot or an odd letter: their votes are correlated ({0} on words trained on, {1} on new words).</source>
        <translation>Ils se trompent sur les mêmes images, par exemple celles qui ont une tache ou une lettre insolite : leurs votes sont corrélés ({0} sur les mots vus, {1} sur les mots nouveaux).</translation>
    </message>
    <message>
        <source>However many such readers vote, the bound must allow for {0} of wrong decisions. Better or different readers help: more transcribed words, another preset.</source>
        <translation>Quel que soit le nombre de tels lecteurs qui votent, la borne doit admettre {0} de décisions fausses. Des lecteurs meilleurs ou différents y remédient : d’autres mots transcrits, un autre préréglage.</translation>
    </message>
    <message>
        <source>This was measured on few words ({0} and {1}) and is only a hint.</source>
        <translation>Cela a été mesuré sur peu de mots ({0} et {1}) et n’est qu’un indice.</translation>
    </message>
    <message>
        <source>The data are clear in this: with 95 % confidence no number of such readers is enough.</source>
        <translation>Les données sont claires : avec une confiance de 95 %, aucun nombre de tels lecteurs ne suffit.</translation>
    </message>
    <message>
        <source>The number is uncertain: with 95 % confidence it is {0} or more, and perhaps no number is enough. It rests on estimates from few images.</source>
        <translation>Le nombre est incertain : avec une confiance de 95 %, c’est {0} ou plus, et peut-être aucun nombre ne suffit. Il repose sur des estimations faites sur peu d’images.</translation>
    </message>
    <message>
        <source>With 95 % confidence the number lies between {0} and {1}: it rests on estimates.</source>
        <translation>Avec une confiance de 95 %, le nombre est entre {0} et {1} : il repose sur des estimations.</translation>
    </message>
    <message numerus="yes">
        <source>Measured with all %Ln readers: {0} of wrong decisions, on {1} images of words trained on and {2} of new words. Expected of independent readers: {3}.</source>
        <translation>
            <numerusform>Mesuré avec %Ln lecteur : {0} de décisions fausses, sur {1} images de mots vus et {2} de mots nouveaux. Attendu de lecteurs indépendants : {3}.</numerusform>
            <numerusform>Mesuré avec les %Ln lecteurs : {0} de décisions fausses, sur {1} images de mots vus et {2} de mots nouveaux. Attendu de lecteurs indépendants : {3}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On these images %Ln reader(s) reached the target; that proves nothing for other words.</source>
        <translation>
            <numerusform>Sur ces images, %Ln lecteur a atteint la cible ; cela ne prouve rien pour d’autres mots.</numerusform>
            <numerusform>Sur ces images, %Ln lecteurs ont atteint la cible ; cela ne prouve rien pour d’autres mots.</numerusform>
        </translation>
    </message>
    <message>
        <source>The curves take the measured error rates as exact: those of one reader alone on images set aside for it, at the thresholds in force, {0} on words trained on (95 % interval {1}) and {2} on new words ({3}). Training chose its thresholds on the same images, so these rates are a little too good.</source>
        <translation>Les courbes tiennent pour exacts les taux d’erreur mesurés : ceux d’un lecteur seul sur les images qui lui ont été cachées, aux seuils en vigueur, {0} sur les mots vus (intervalle à 95 % : {1}) et {2} sur les mots nouveaux ({3}). L’entraînement a choisi ses seuils sur ces mêmes images : ces taux sont donc un peu trop bons.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
</context>
<context>
    <name>Skipped</name>
    <message>
        <source>Images are elsewhere…</source>
        <translation>Images ailleurs…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Endroit</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Raison</translation>
    </message>
    <message>
        <source>Items left out, with the reasons</source>
        <translation>Éléments laissés de côté, avec les raisons</translation>
    </message>
    <message>
        <source>note</source>
        <translation>remarque</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>écarté</translation>
    </message>
</context>
<context>
    <name>SkippedDialog</name>
    <message>
        <source>Notes on the import</source>
        <translation>Remarques sur l’importation</translation>
    </message>
    <message>
        <source>Left out of the import</source>
        <translation>Laissés de côté à l’importation</translation>
    </message>
    <message>
        <source>Nothing was left out. The notes say what was chosen, or imported otherwise than usual.</source>
        <translation>Rien n’a été laissé de côté. Les remarques disent ce qui a été choisi ou importé autrement que d’habitude.</translation>
    </message>
    <message>
        <source>These items were not imported, but for the notes. Correct them in the source, then import it again.</source>
        <translation>Ces éléments n’ont pas été importés, sauf les simples remarques. Corrigez-les dans la source, puis importez-la de nouveau.</translation>
    </message>
    <message>
        <source>These items were not imported. Correct them in the source, then import it again.</source>
        <translation>Ces éléments n’ont pas été importés. Corrigez-les dans la source, puis importez-la de nouveau.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
</context>
<context>
    <name>SpecialCharacters</name>
    <message>
        <source>Special characters</source>
        <translation>Caractères spéciaux</translation>
    </message>
    <message>
        <source>Special characters (Alt+C)</source>
        <translation>Caractères spéciaux (Alt+C)</translation>
    </message>
</context>
<context>
    <name>SpectrumTab</name>
    <message>
        <source>Computing the signatures of the word list …</source>
        <translation>Calcul des signatures de la liste de mots…</translation>
    </message>
    <message>
        <source>Add words to the word list</source>
        <translation>Ajouter des mots à la liste de mots</translation>
    </message>
    <message>
        <source>From two words on, this tab shows how few numbers distinguish the words of the list.</source>
        <translation>À partir de deux mots, cet onglet montre combien peu de nombres suffisent à distinguer les mots de la liste.</translation>
    </message>
    <message>
        <source>The word list is too short</source>
        <translation>La liste de mots est trop courte</translation>
    </message>
    <message>
        <source>Every word has a signature: a long row of numbers for the strokes and letters in its parts. The curve shows how much of the variance between words a few directions hold: 15 hold {0} %, 30 hold {1} %. That is why few numbers are enough for the gates.</source>
        <translation>Chaque mot a une signature : une longue suite de nombres pour les traits et les lettres de ses parties. La courbe montre quelle part de la variance entre les mots tient en peu de directions : 15 en contiennent {0} %, 30 en contiennent {1} %. C’est pourquoi peu de nombres suffisent aux aiguillages.</translation>
    </message>
    <message>
        <source>Computed on {0} of {1} words, drawn at random.</source>
        <translation>Calculé sur {0} mots parmi {1}, tirés au hasard.</translation>
    </message>
    <message>
        <source>Computed on all {0} words.</source>
        <translation>Calculé sur les {0} mots.</translation>
    </message>
</context>
<context>
    <name>SpeedBenchmark</name>
    <message>
        <source>Times measured while another job runs would be too long. Measure later.</source>
        <translation>Des durées mesurées pendant qu’une autre tâche s’exécute seraient trop longues. Mesurez plus tard.</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>New project</source>
        <translation>Nouveau projet</translation>
    </message>
    <message>
        <source>Start with an empty project and import scans, word images or transcriptions.</source>
        <translation>Partez d’un projet vide et importez des numérisations, des images de mots ou des transcriptions.</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Ouvrir un projet</translation>
    </message>
    <message>
        <source>Continue a project on this computer: a folder whose name ends in .ductus.</source>
        <translation>Continuez un projet de cet ordinateur : un dossier dont le nom se termine par .ductus.</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>Essayer la démonstration</translation>
    </message>
    <message>
        <source>Explore 14 pages of artificial handwriting. Your own files are not touched.</source>
        <translation>Explorez 14 pages d’écriture artificielle. Vos propres fichiers ne sont pas touchés.</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Suivre la visite</translation>
    </message>
    <message>
        <source>Read the guide</source>
        <translation>Lire le guide</translation>
    </message>
    <message>
        <source>My project</source>
        <translation>Mon projet</translation>
    </message>
    <message>
        <source>Create the project</source>
        <translation>Créer le projet</translation>
    </message>
    <message>
        <source>Where should the new project go?</source>
        <translation>Où placer le nouveau projet ?</translation>
    </message>
    <message>
        <source>Files to import</source>
        <translation>Fichiers à importer</translation>
    </message>
    <message>
        <source>Open the project</source>
        <translation>Ouvrir le projet</translation>
    </message>
    <message>
        <source>Choose the folder of the project (its name ends in .ductus)</source>
        <translation>Choisissez le dossier du projet (son nom se termine par .ductus)</translation>
    </message>
    <message>
        <source>The folder {0} cannot be created ({1}).</source>
        <translation>Le dossier {0} ne peut pas être créé ({1}).</translation>
    </message>
    <message>
        <source>Ductus demo</source>
        <translation>Démonstration Ductus</translation>
    </message>
    <message>
        <source>{0} is not a Ductus project: there is no {1} in it. Choose a folder whose name ends in {2}.</source>
        <translation>{0} n’est pas un projet Ductus : il ne contient pas de {1}. Choisissez un dossier dont le nom se termine par {2}.</translation>
    </message>
    <message>
        <source>Reads scanned handwriting word by word and shows how certain each reading is.</source>
        <translation>Lit mot à mot les écritures manuscrites numérisées et montre à quel point chaque lecture est sûre.</translation>
    </message>
    <message>
        <source>New here?</source>
        <translation>Vous débutez ?</translation>
    </message>
</context>
<context>
    <name>StarterBar</name>
    <message>
        <source>No word is transcribed yet. {0}</source>
        <translation>Aucun mot n’est encore transcrit. {0}</translation>
    </message>
</context>
<context>
    <name>StarterBox</name>
    <message>
        <source>Or without training</source>
        <translation>Ou sans entraînement</translation>
    </message>
</context>
<context>
    <name>StarterOffer</name>
    <message>
        <source>The starter model is suggesting readings; you can go on working.</source>
        <translation>Le modèle de départ propose des lectures ; vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>The starter model can suggest readings without training. It chooses among the words of the word list, which is empty: choose the language of the writing, or add a list of your own in Collection.</source>
        <translation>Le modèle de départ peut proposer des lectures sans entraînement. Il choisit parmi les mots de la liste de mots, qui est vide : choisissez la langue de l’écrit, ou ajoutez votre propre liste dans Collection.</translation>
    </message>
    <message>
        <source>The starter model can suggest readings without training. Correct some of them, then train a model on this handwriting.</source>
        <translation>Le modèle de départ peut proposer des lectures sans entraînement. Corrigez-en quelques-unes, puis entraînez un modèle sur cette écriture.</translation>
    </message>
    <message>
        <source>Choose the language…</source>
        <translation>Choisir la langue…</translation>
    </message>
    <message>
        <source>Use the starter model</source>
        <translation>Utiliser le modèle de départ</translation>
    </message>
    <message numerus="yes">
        <source>The starter model has suggested readings for %Ln word(s). Check some of them.</source>
        <translation>
            <numerusform>Le modèle de départ a proposé une lecture pour %Ln mot. Vérifiez-la.</numerusform>
            <numerusform>Le modèle de départ a proposé des lectures pour %Ln mots. Vérifiez-en quelques-unes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Check them</source>
        <translation>Les vérifier</translation>
    </message>
</context>
<context>
    <name>StatisticsPanel</name>
    <message>
        <source>Statistics of this collection</source>
        <translation>Statistiques de cette collection</translation>
    </message>
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
            <numerusform>mot sur ces pages ou importé comme image de mot</numerusform>
            <numerusform>mots sur ces pages ou importés comme images de mots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of these are word images without a page</source>
        <translation>
            <numerusform>est une image de mot sans page</numerusform>
            <numerusform>sont des images de mots sans page</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) checked by a person ({0} of all)</source>
        <translation>
            <numerusform>mot vérifié par une personne ({0} du total)</numerusform>
            <numerusform>mots vérifiés par une personne ({0} du total)</numerusform>
        </translation>
    </message>
    <message>
        <source>typed or imported</source>
        <translation>saisis ou importés</translation>
    </message>
    <message>
        <source>accepted: suggestions and aligned words</source>
        <translation>acceptés : propositions et mots alignés</translation>
    </message>
    <message>
        <source>aligned automatically with the text of their line</source>
        <translation>alignés automatiquement d’après le texte de leur ligne</translation>
    </message>
    <message numerus="yes">
        <source>suggested: word(s) the model was trained on</source>
        <translation>
            <numerusform>proposé : mot vu par le modèle à l’entraînement</numerusform>
            <numerusform>proposés : mots vus par le modèle à l’entraînement</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>suggested: new word(s)</source>
        <translation>
            <numerusform>proposé : mot nouveau</numerusform>
            <numerusform>proposés : mots nouveaux</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>suggested: word(s) in no list</source>
        <translation>
            <numerusform>proposé : mot hors liste</numerusform>
            <numerusform>proposés : mots hors liste</numerusform>
        </translation>
    </message>
    <message>
        <source>suggested: uncertain</source>
        <translation>proposés : incertains</translation>
    </message>
    <message>
        <source>no suggestion yet</source>
        <translation>pas encore de proposition</translation>
    </message>
    <message numerus="yes">
        <source>{0}: {1}; %Ln with a transcription</source>
        <translation>
            <numerusform>{0} : {1} ; %Ln avec une transcription</numerusform>
            <numerusform>{0} : {1} ; %Ln avec une transcription</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>different word(s) among the transcriptions</source>
        <translation>
            <numerusform>mot différent parmi les transcriptions</numerusform>
            <numerusform>mots différents parmi les transcriptions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of them occur only once</source>
        <translation>
            <numerusform>n’apparaît qu’une fois</numerusform>
            <numerusform>n’apparaissent qu’une fois</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) checked</source>
        <translation>
            <numerusform>mot vérifié</numerusform>
            <numerusform>mots vérifiés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of them were suggested otherwise</source>
        <translation>
            <numerusform>dont la proposition était différente</numerusform>
            <numerusform>dont les propositions étaient différentes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>minute(s), without long pauses</source>
        <translation>
            <numerusform>minute, sans les longues pauses</numerusform>
            <numerusform>minutes, sans les longues pauses</numerusform>
        </translation>
    </message>
    <message>
        <source>The collection</source>
        <translation>La collection</translation>
    </message>
    <message>
        <source>Checked by a person</source>
        <translation>Vérifiés par une personne</translation>
    </message>
    <message>
        <source>Since the project was opened</source>
        <translation>Depuis l’ouverture du projet</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>Pas encore vérifiés</translation>
    </message>
    <message>
        <source>Use of the words</source>
        <translation>Usage des mots</translation>
    </message>
    <message>
        <source>Different words</source>
        <translation>Mots différents</translation>
    </message>
    <message>
        <source>Writers</source>
        <translation>Scripteurs</translation>
    </message>
    <message numerus="yes">
        <source>word(s) by {0}</source>
        <translation>
            <numerusform>mot de {0}</numerusform>
            <numerusform>mots de {0}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>words by %Ln more writer(s)</source>
        <translation>
            <numerusform>mots de %Ln autre scripteur</numerusform>
            <numerusform>mots de %Ln autres scripteurs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>word(s) without a writer in the source</source>
        <translation>
            <numerusform>mot sans scripteur dans la source</numerusform>
            <numerusform>mots sans scripteur dans la source</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Drag a box around a word, or press Enter for one in the middle. Esc cancels.</source>
        <translation>Tracez un cadre autour d’un mot, ou appuyez sur Entrée pour en avoir un au milieu. Échap annule.</translation>
    </message>
    <message>
        <source>Click where the word is to be split, or move the line with ← → and press Enter.</source>
        <translation>Cliquez là où le mot doit être scindé, ou déplacez le trait avec ← → et appuyez sur Entrée.</translation>
    </message>
    <message>
        <source>Click a box, then drag it or its handles. Arrows move it, Shift+arrows resize it.</source>
        <translation>Cliquez sur un cadre, puis déplacez-le ou tirez ses poignées. Les flèches le déplacent, Maj+flèches le redimensionnent.</translation>
    </message>
    <message>
        <source>Drag to draw a line. Click one to select it, then drag it or its handles; the arrows move it, too.</source>
        <translation>Faites glisser pour tracer une ligne. Cliquez sur une ligne pour la sélectionner, puis déplacez-la ou tirez ses poignées ; les flèches la déplacent aussi.</translation>
    </message>
    <message>
        <source>Click a line where it ends and another begins; with Shift it is cut lengthwise.</source>
        <translation>Cliquez sur une ligne là où elle finit et où une autre commence ; avec Maj, elle est coupée dans sa longueur.</translation>
    </message>
    <message>
        <source>Click the lines in the order in which they are read. Enter ends, Esc cancels.</source>
        <translation>Cliquez sur les lignes dans l’ordre de lecture. Entrée termine, Échap annule.</translation>
    </message>
    <message>
        <source>Click a word to transcribe it, or press Enter. Drag to move the page.</source>
        <translation>Cliquez sur un mot pour le transcrire, ou appuyez sur Entrée. Faites glisser pour déplacer la page.</translation>
    </message>
    <message>
        <source>{0} of {1} words on this page selected</source>
        <translation>{0} mots sur {1} de cette page sélectionnés</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>« {0} »</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>Pas encore de texte</translation>
    </message>
    <message>
        <source>by {0} on {1}</source>
        <translation>par {0}, {1}</translation>
    </message>
    <message>
        <source>model {0}</source>
        <translation>modèle {0}</translation>
    </message>
    <message>
        <source>{0} of {1} readers spell it so</source>
        <translation>{0} lecteurs sur {1} l’épellent ainsi</translation>
    </message>
    <message>
        <source>{0} of {1} readers chose this word</source>
        <translation>{0} lecteurs sur {1} ont choisi ce mot</translation>
    </message>
    <message>
        <source>cut by the gaps between words</source>
        <translation>découpé d’après les espaces entre les mots</translation>
    </message>
    <message>
        <source>its letters fit well</source>
        <translation>ses lettres s’ajustent bien</translation>
    </message>
    <message>
        <source>its letters fit badly</source>
        <translation>ses lettres s’ajustent mal</translation>
    </message>
    <message>
        <source>confidence {0} % (earlier word list)</source>
        <translation>confiance {0} % (liste de mots antérieure)</translation>
    </message>
    <message>
        <source>confidence {0} %</source>
        <translation>confiance {0} %</translation>
    </message>
    <message>
        <source>confidence unknown (starter model), but the letters fit badly</source>
        <translation>confiance inconnue (modèle de départ), mais les lettres s’ajustent mal</translation>
    </message>
    <message>
        <source>confidence unknown (starter model)</source>
        <translation>confiance inconnue (modèle de départ)</translation>
    </message>
    <message>
        <source>confidence not measured</source>
        <translation>confiance non mesurée</translation>
    </message>
    <message>
        <source>marked as not a word</source>
        <translation>marqué comme n’étant pas un mot</translation>
    </message>
    <message>
        <source>imported with the page</source>
        <translation>importé avec la page</translation>
    </message>
</context>
<context>
    <name>StopQuestion</name>
    <message>
        <source>{0}: this is still running.</source>
        <translation>{0} : encore en cours.</translation>
    </message>
    <message>
        <source>Leaving the project stops it. Its finished work and all your transcriptions are kept.</source>
        <translation>Quitter le projet arrête cette tâche. Son travail terminé et toutes vos transcriptions sont gardés.</translation>
    </message>
    <message>
        <source>Stop it and leave</source>
        <translation>L’arrêter et quitter</translation>
    </message>
    <message>
        <source>Keep it running</source>
        <translation>La laisser continuer</translation>
    </message>
</context>
<context>
    <name>TakeOutDialog</name>
    <message>
        <source>Take out pages as a part</source>
        <translation>Extraire des pages en un lot</translation>
    </message>
    <message>
        <source>A part is a small project with the pages you choose. Another person can work on it while you go on here; then merge it back. Where you both transcribe a word differently, both texts are kept for you to compare.</source>
        <translation>Un lot est un petit projet avec les pages que vous choisissez. Une autre personne peut y travailler pendant que vous continuez ici ; fusionnez-le ensuite. Là où vous transcrivez tous deux un mot différemment, les deux textes sont gardés pour que vous les compariez.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Toutes</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucune</translation>
    </message>
    <message>
        <source>With the active model and its suggestions</source>
        <translation>Avec le modèle actif et ses propositions</translation>
    </message>
    <message>
        <source>Without the transcriptions, to compare two independent readings</source>
        <translation>Sans les transcriptions, pour comparer deux lectures indépendantes</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Take out…</source>
        <translation>Extraire…</translation>
    </message>
    <message>
        <source>{0} · {1} of {2} words checked</source>
        <translation>{0} · {1} mots sur {2} vérifiés</translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s) chosen</source>
        <translation>
            <numerusform>%Ln page choisie</numerusform>
            <numerusform>%Ln pages choisies</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} part</source>
        <translation>{0} - lot</translation>
    </message>
    <message>
        <source>Where should the part go?</source>
        <translation>Où placer le lot ?</translation>
    </message>
    <message>
        <source>Take out here</source>
        <translation>Extraire ici</translation>
    </message>
</context>
<context>
    <name>TextPanel</name>
    <message>
        <source>Words found, in page order</source>
        <translation>Mots trouvés, dans l’ordre des pages</translation>
    </message>
    <message>
        <source>How to compare the text</source>
        <translation>Comment comparer le texte</translation>
    </message>
    <message>
        <source>Somewhere in the word</source>
        <translation>Quelque part dans le mot</translation>
    </message>
    <message>
        <source>The whole word</source>
        <translation>Le mot entier</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Expression rationnelle</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Respecter la casse</translation>
    </message>
    <message>
        <source>Include suggestions</source>
        <translation>Avec les propositions</translation>
    </message>
    <message>
        <source>Find words by their text</source>
        <translation>Trouver des mots par leur texte</translation>
    </message>
    <message>
        <source>Type a part of a word, a whole word or a regular expression. Checked words are found by their transcriptions, all others by the suggestions of the model.</source>
        <translation>Saisissez une partie de mot, un mot entier ou une expression rationnelle. Les mots vérifiés sont trouvés par leur transcription, tous les autres par les propositions du modèle.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) found</source>
        <translation>
            <numerusform>%Ln mot trouvé</numerusform>
            <numerusform>%Ln mots trouvés</numerusform>
        </translation>
    </message>
    <message>
        <source>No transcription or suggestion matches “{0}”. Its image may still be found.</source>
        <translation>Aucune transcription ni proposition ne correspond à « {0} ». On peut encore en trouver l’image.</translation>
    </message>
    <message>
        <source>No transcription matches “{0}”. Its image may still be found.</source>
        <translation>Aucune transcription ne correspond à « {0} ». On peut encore en trouver l’image.</translation>
    </message>
    <message>
        <source>No word has this text</source>
        <translation>Aucun mot n’a ce texte</translation>
    </message>
    <message>
        <source>Search by image</source>
        <translation>Chercher par l’image</translation>
    </message>
    <message>
        <source>This search is not possible</source>
        <translation>Cette recherche n’est pas possible</translation>
    </message>
</context>
<context>
    <name>ThresholdPanel</name>
    <message>
        <source>Reader whose threshold is moved</source>
        <translation>Lecteur dont le seuil est déplacé</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Seuil</translation>
    </message>
    <message>
        <source>Threshold, as a number</source>
        <translation>Seuil, en chiffres</translation>
    </message>
    <message>
        <source>Applying the thresholds</source>
        <translation>Application des seuils</translation>
    </message>
    <message>
        <source>Apply these thresholds</source>
        <translation>Appliquer ces seuils</translation>
    </message>
    <message>
        <source>Restore the trained thresholds</source>
        <translation>Rétablir les seuils de l’entraînement</translation>
    </message>
    <message>
        <source>Moves the threshold of every reader by this number of votes.</source>
        <translation>Déplace le seuil de chaque lecteur de ce nombre de votes.</translation>
    </message>
    <message>
        <source>Votes (of {0}) needed to treat a word as trained on.</source>
        <translation>Votes (sur {0}) nécessaires pour tenir un mot pour vu à l’entraînement.</translation>
    </message>
    <message numerus="yes">
        <source>Correct, of %Ln test word(s):</source>
        <translation>
            <numerusform>Justes, sur %Ln mot de test :</numerusform>
            <numerusform>Justes, sur %Ln mots de test :</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestion(s) would change, {0} of them for unchecked words.</source>
        <translation>
            <numerusform>%Ln proposition changerait, dont {0} pour des mots non vérifiés.</numerusform>
            <numerusform>%Ln propositions changeraient, dont {0} pour des mots non vérifiés.</numerusform>
        </translation>
    </message>
    <message>
        <source>No suggestion changes: these are the thresholds in force.</source>
        <translation>Aucune proposition ne change : ce sont les seuils en vigueur.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestion(s) in no list stay at any threshold: they are spelled, not chosen.</source>
        <translation>
            <numerusform>%Ln proposition hors liste reste à tout seuil : elle est épelée, non choisie.</numerusform>
            <numerusform>%Ln propositions hors liste restent à tout seuil : elles sont épelées, non choisies.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This model has not read the %Ln test word(s) yet: Results measures it on them.</source>
        <translation>
            <numerusform>Ce modèle n’a pas encore lu le %Ln mot de test : Résultats l’y mesure.</numerusform>
            <numerusform>Ce modèle n’a pas encore lu les %Ln mots de test : Résultats l’y mesure.</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no test words for this model.</source>
        <translation>Il n’y a pas de mots de test pour ce modèle.</translation>
    </message>
    <message>
        <source>The figures are those of each reader alone (on average) on training words set aside for it, X and X&apos;:</source>
        <translation>Les chiffres sont ceux de chaque lecteur seul (en moyenne) sur des mots d’entraînement mis de côté pour lui, X et X′ :</translation>
    </message>
    <message>
        <source>The figures are those of this reader alone on training words set aside for it, X and X&apos;:</source>
        <translation>Les chiffres sont ceux de ce lecteur seul sur des mots d’entraînement mis de côté pour lui, X et X′ :</translation>
    </message>
    <message>
        <source>95 % interval: {0} to {1}</source>
        <translation>Intervalle à 95 % : {0} à {1}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) were voted on at other thresholds. Apply these to update them.</source>
        <translation>
            <numerusform>%Ln mot a été soumis au vote avec d’autres seuils. Appliquez ceux-ci pour le mettre à jour.</numerusform>
            <numerusform>%Ln mots ont été soumis au vote avec d’autres seuils. Appliquez ceux-ci pour les mettre à jour.</numerusform>
        </translation>
    </message>
    <message>
        <source>A threshold that is chosen by these scores makes them too good: they are no longer an independent measurement.</source>
        <translation>Un seuil choisi d’après ces scores les rend trop bons : ils ne sont plus une mesure indépendante.</translation>
    </message>
    <message>
        <source>Training chose these thresholds on training words set aside for each reader; test words played no part.</source>
        <translation>L’entraînement a choisi ces seuils sur les mots d’entraînement cachés à chaque lecteur ; les mots de test n’y ont eu aucune part.</translation>
    </message>
    <message>
        <source>In force</source>
        <translation>En vigueur</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Déplacé</translation>
    </message>
</context>
<context>
    <name>ThresholdsTab</name>
    <message>
        <source>The starter model has one gate, which was not trained to distinguish trained words from new ones: it knows no word of this project. Without words set aside there is no threshold to move.</source>
        <translation>Le modèle de départ a un seul aiguillage, qui n’a pas été entraîné à distinguer les mots vus des mots nouveaux : il ne connaît aucun mot de ce projet. Sans mots cachés, il n’y a pas de seuil à déplacer.</translation>
    </message>
    <message numerus="yes">
        <source>The thresholds are in force. %Ln suggestion(s) changed; transcriptions are untouched.</source>
        <translation>
            <numerusform>Les seuils sont en vigueur. %Ln proposition a changé ; les transcriptions sont intactes.</numerusform>
            <numerusform>Les seuils sont en vigueur. %Ln propositions ont changé ; les transcriptions sont intactes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>Fermer ce message</translation>
    </message>
</context>
<context>
    <name>TopBar</name>
    <message>
        <source>Page</source>
        <translation>Page</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>{0} – {1} of {2} words checked</source>
        <translation>{0} – {1} mots sur {2} vérifiés</translation>
    </message>
</context>
<context>
    <name>Tour</name>
    <message>
        <source>Everything begins with Import</source>
        <translation>Tout commence par Importer</translation>
    </message>
    <message>
        <source>Scans, PDF files, transcriptions of other programs and images of single words come in here, or by dragging them into the window. You see what was found before anything is imported.</source>
        <translation>C’est ici qu’entrent numérisations, fichiers PDF, transcriptions d’autres programmes et images de mots isolés ; vous pouvez aussi les glisser dans la fenêtre. Vous voyez ce qui a été trouvé avant que rien ne soit importé.</translation>
    </message>
    <message>
        <source>Your pages</source>
        <translation>Vos pages</translation>
    </message>
    <message>
        <source>The bar below each page shows how many of its words are checked and how many are only suggested. Enter opens a page.</source>
        <translation>La barre sous chaque page montre combien de ses mots sont vérifiés et combien ne sont que proposés. Entrée ouvre une page.</translation>
    </message>
    <message>
        <source>The word list</source>
        <translation>La liste de mots</translation>
    </message>
    <message>
        <source>A model suggests the words of this list first of all. Add the names of your places and people to it; common words come from a language.</source>
        <translation>Un modèle propose d’abord les mots de cette liste. Ajoutez-y les noms de vos lieux et de vos personnes ; les mots courants viennent d’une langue.</translation>
    </message>
    <message>
        <source>The scan with its words</source>
        <translation>La numérisation et ses mots</translation>
    </message>
    <message>
        <source>Until you check a word, it has a frame in the colour of its state. Click a word to transcribe it. What you type is saved at once, and no model ever replaces it.</source>
        <translation>Tant qu’il n’est pas vérifié, un mot a un cadre de la couleur de son état. Cliquez sur un mot pour le transcrire. Ce que vous saisissez est enregistré aussitôt, et aucun modèle ne le remplace jamais.</translation>
    </message>
    <message>
        <source>What the colours mean</source>
        <translation>Le sens des couleurs</translation>
    </message>
    <message>
        <source>Who said what: you, the model, or nobody yet. A click hides or shows the words of a kind.</source>
        <translation>Qui a lu quoi : vous, le modèle, ou personne encore. Un clic masque ou affiche les mots d’une catégorie.</translation>
    </message>
    <message>
        <source>Checking, word by word</source>
        <translation>Vérifier, mot après mot</translation>
    </message>
    <message>
        <source>Review shows the words that nobody has checked. Enter accepts the suggestion, typing corrects it. No mouse is needed.</source>
        <translation>Vérification montre les mots que personne n’a vérifiés. Entrée accepte la proposition, la saisie la corrige. La souris est inutile.</translation>
    </message>
    <message>
        <source>Other words it could be</source>
        <translation>Les autres lectures possibles</translation>
    </message>
    <message>
        <source>Alt+1 to Alt+9 choose one of these. They appear when a model has suggested something.</source>
        <translation>Alt+1 à Alt+9 en choisissent une. Elles apparaissent dès qu’un modèle a fait des propositions.</translation>
    </message>
    <message>
        <source>Many at once</source>
        <translation>Plusieurs à la fois</translation>
    </message>
    <message>
        <source>Groups show all words with the same suggestion side by side: mark those that are different, and confirm the others with one key.</source>
        <translation>Les groupes montrent côte à côte tous les mots qui ont la même proposition : marquez ceux qui diffèrent et confirmez les autres d’une seule touche.</translation>
    </message>
    <message>
        <source>Teach it this handwriting</source>
        <translation>Lui apprendre cette écriture</translation>
    </message>
    <message>
        <source>After some hundred checked words a training pays. The new model is compared with the present one, and you decide which to use.</source>
        <translation>Après quelques centaines de mots vérifiés, un entraînement en vaut la peine. Le nouveau modèle est comparé à l’actuel, et vous décidez lequel utiliser.</translation>
    </message>
    <message>
        <source>How sure is it?</source>
        <translation>À quel point est-ce sûr ?</translation>
    </message>
    <message>
        <source>This word explains how a suggestion came about, Results how many are right, and Progress draws a sample for you to check: then you know whether the rest is good enough.</source>
        <translation>Ce mot explique d’où vient une proposition, Résultats combien sont justes, et Avancement tire un échantillon que vous vérifiez : vous savez alors si le reste est assez bon.</translation>
    </message>
    <message>
        <source>Find any word</source>
        <translation>Trouver n’importe quel mot</translation>
    </message>
    <message>
        <source>Type a word, in the word list or not: Search shows the images that look most like it.</source>
        <translation>Saisissez un mot, qu’il soit ou non dans la liste de mots : Recherche montre les images qui lui ressemblent le plus.</translation>
    </message>
    <message>
        <source>Take it with you</source>
        <translation>Emporter votre travail</translation>
    </message>
    <message>
        <source>Export writes PDF, PAGE, ALTO, TEI, text and tables. What nobody checked is marked in the file.</source>
        <translation>Exporter écrit en PDF, PAGE, ALTO, TEI, texte et tableaux. Ce que personne n’a vérifié est signalé dans le fichier.</translation>
    </message>
    <message>
        <source>That is all</source>
        <translation>C’est tout</translation>
    </message>
    <message>
        <source>F1 opens the guide at the page of the view you are in. Every edit can be undone, also tomorrow.</source>
        <translation>F1 ouvre le guide à la page de la vue où vous êtes. Toute modification peut être annulée, même demain.</translation>
    </message>
    <message>
        <source>First, a project to look at</source>
        <translation>D’abord, un projet à regarder</translation>
    </message>
    <message>
        <source>Create the demo here, 14 pages of artificial handwriting, or open a project of your own. The tour goes on as soon as it is open.</source>
        <translation>Créez ici la démonstration, 14 pages d’écriture artificielle, ou ouvrez un projet à vous. La visite continue dès qu’il est ouvert.</translation>
    </message>
</context>
<context>
    <name>TourCard</name>
    <message>
        <source>Back</source>
        <translation>Retour</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Suivant</translation>
    </message>
    <message>
        <source>End the tour</source>
        <translation>Quitter la visite</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} sur {1}</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Terminer</translation>
    </message>
    <message>
        <source>Tour: {0}</source>
        <translation>Visite : {0}</translation>
    </message>
</context>
<context>
    <name>Train</name>
    <message>
        <source>Loss, lower is better (log scale)</source>
        <translation>Perte, à réduire (échelle logarithmique)</translation>
    </message>
    <message>
        <source>Accuracy on reserved images, in percent; a star marks the best</source>
        <translation>Exactitude sur les images réservées, en pour cent ; une étoile marque la meilleure</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Perte</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitude</translation>
    </message>
    <message>
        <source>Save the plot “{0}”</source>
        <translation>Enregistrer le graphique « {0} »</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>perte</translation>
    </message>
    <message>
        <source>correct, %</source>
        <translation>justes, %</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>époque</translation>
    </message>
    <message>
        <source>{0}: loss {1}</source>
        <translation>{0} : perte {1}</translation>
    </message>
    <message>
        <source>{0}: best {1} percent at epoch {2}</source>
        <translation>{0} : au mieux {1} pour cent à l’époque {2}</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Début</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Durée</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>Correct, words trained on</source>
        <translation>Justes, mots vus</translation>
    </message>
    <message>
        <source>Correct, new words</source>
        <translation>Justes, mots nouveaux</translation>
    </message>
    <message>
        <source>Both (h)</source>
        <translation>Les deux (h)</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>non mesuré</translation>
    </message>
    <message>
        <source>{0} % ({1} to {2})</source>
        <translation>{0} % ({1} à {2})</translation>
    </message>
    <message>
        <source>{0}, with an earlier word list</source>
        <translation>{0}, avec une liste de mots antérieure</translation>
    </message>
    <message>
        <source>Aligned automatically and not confirmed: {0} of these words; left out: {1}.</source>
        <translation>Alignés automatiquement et non confirmés : {0} de ces mots ; laissés de côté : {1}.</translation>
    </message>
    <message>
        <source>At least {0} transcribed words are needed; so far there are {1}. Type some in Review, or import transcriptions in Collection.</source>
        <translation>Il faut au moins {0} mots transcrits ; il y en a {1} pour l’instant. Saisissez-en dans Vérification, ou importez des transcriptions dans Collection.</translation>
    </message>
    <message>
        <source>At least {0} different words are needed; so far there are {1}. Transcribe other words too.</source>
        <translation>Il faut au moins {0} mots différents ; il y en a {1} pour l’instant. Transcrivez aussi d’autres mots.</translation>
    </message>
    <message>
        <source>Every word occurs only once, so no images can be reserved to check the readers. Transcribe more images of some words.</source>
        <translation>Chaque mot n’apparaît qu’une fois : aucune image ne peut être réservée pour contrôler les lecteurs. Transcrivez d’autres images de certains mots.</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Actif</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Création</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message>
        <source>From run</source>
        <translation>Entraînement d’origine</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>measuring …</source>
        <translation>mesure en cours…</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>pas encore mesuré</translation>
    </message>
    <message>
        <source>Time: {0}</source>
        <translation>Durée : {0}</translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation>plus de {0}</translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation>environ {0}</translation>
    </message>
    <message>
        <source>{0}, for a hard hand up to {1}</source>
        <translation>{0}, pour une main difficile jusqu’à {1}</translation>
    </message>
    <message>
        <source>{0} on the graphics card</source>
        <translation>{0} sur la carte graphique</translation>
    </message>
    <message>
        <source>{0} of memory</source>
        <translation>{0} de mémoire</translation>
    </message>
    <message>
        <source>The word list had {0} words when this was measured and has {1} now, so these figures no longer hold. Measure again.</source>
        <translation>La liste de mots comptait {0} mots lors de cette mesure et en compte maintenant {1} : ces chiffres ne valent plus. Mesurez de nouveau.</translation>
    </message>
    <message>
        <source>Reader {0}</source>
        <translation>Lecteur {0}</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>State</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Trainings</source>
        <translation>Entraînements</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} Go</translation>
    </message>
    <message>
        <source>Five small readers that spell</source>
        <translation>Cinq petits lecteurs qui épellent</translation>
    </message>
    <message>
        <source>Five small readers</source>
        <translation>Cinq petits lecteurs</translation>
    </message>
    <message>
        <source>Five small readers, published gates</source>
        <translation>Cinq petits lecteurs, aiguillages publiés</translation>
    </message>
    <message>
        <source>Five small readers, finer published gates</source>
        <translation>Cinq petits lecteurs, aiguillages publiés plus fins</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>Aperçu rapide</translation>
    </message>
    <message>
        <source>For the demo pages</source>
        <translation>Pour les pages de démonstration</translation>
    </message>
    <message>
        <source>21 large readers, all numbers</source>
        <translation>21 grands lecteurs, tous les nombres</translation>
    </message>
    <message>
        <source>Five large readers, 30 numbers</source>
        <translation>Cinq grands lecteurs, 30 nombres</translation>
    </message>
    <message>
        <source>Five large readers, 15 numbers</source>
        <translation>Cinq grands lecteurs, 15 nombres</translation>
    </message>
    <message>
        <source>Five large readers, random forest</source>
        <translation>Cinq grands lecteurs, forêt aléatoire</translation>
    </message>
    <message>
        <source>Five large readers, logistic regression</source>
        <translation>Cinq grands lecteurs, régression logistique</translation>
    </message>
    <message>
        <source>21 large readers, all numbers, our training</source>
        <translation>21 grands lecteurs, tous les nombres, notre entraînement</translation>
    </message>
    <message>
        <source>Five large readers, 30 numbers, our training</source>
        <translation>Cinq grands lecteurs, 30 nombres, notre entraînement</translation>
    </message>
    <message>
        <source>Five large readers, 15 numbers, our training</source>
        <translation>Cinq grands lecteurs, 15 nombres, notre entraînement</translation>
    </message>
    <message>
        <source>For real work. Each reader compares whole words and also spells them, letter by letter.</source>
        <translation>Pour le vrai travail. Chaque lecteur compare des mots entiers et les épelle aussi, lettre par lettre.</translation>
    </message>
    <message>
        <source>For real work on a computer without a graphics card. Readers compare whole words.</source>
        <translation>Pour le vrai travail sur un ordinateur sans carte graphique. Les lecteurs comparent des mots entiers.</translation>
    </message>
    <message>
        <source>Trained and new words are distinguished as published, by 15 numbers of each word image.</source>
        <translation>Les mots vus et les mots nouveaux sont distingués comme dans l’article, par 15 nombres de chaque image de mot.</translation>
    </message>
    <message>
        <source>As the preset before, by 30 numbers of each word image.</source>
        <translation>Comme le préréglage précédent, par 30 nombres de chaque image de mot.</translation>
    </message>
    <message>
        <source>Two very small readers, for a first try. Not for real work.</source>
        <translation>Deux très petits lecteurs, pour un premier essai. Pas pour le vrai travail.</translation>
    </message>
    <message>
        <source>Three small readers for the clear, regular handwriting of the demo.</source>
        <translation>Trois petits lecteurs pour l’écriture nette et régulière de la démonstration.</translation>
    </message>
    <message>
        <source>The best result of the paper. For a graphics card.</source>
        <translation>Le meilleur résultat de l’article. Pour une carte graphique.</translation>
    </message>
    <message>
        <source>The readers of the paper with gates on 30 numbers. For a graphics card.</source>
        <translation>Les lecteurs de l’article, avec des aiguillages sur 30 nombres. Pour une carte graphique.</translation>
    </message>
    <message>
        <source>The readers of the paper with gates on 15 numbers. For a graphics card.</source>
        <translation>Les lecteurs de l’article, avec des aiguillages sur 15 nombres. Pour une carte graphique.</translation>
    </message>
    <message>
        <source>As before; a random forest chooses among trained words.</source>
        <translation>Comme le précédent ; une forêt aléatoire choisit parmi les mots vus.</translation>
    </message>
    <message>
        <source>As before; logistic regression chooses among trained words.</source>
        <translation>Comme le précédent ; une régression logistique choisit parmi les mots vus.</translation>
    </message>
    <message>
        <source>As the paper&apos;s best result, with readers trained as ours are. For a graphics card.</source>
        <translation>Comme le meilleur résultat de l’article, avec des lecteurs entraînés comme les nôtres. Pour une carte graphique.</translation>
    </message>
    <message>
        <source>The same with gates on 30 numbers. For a graphics card.</source>
        <translation>Le même avec des aiguillages sur 30 nombres. Pour une carte graphique.</translation>
    </message>
    <message>
        <source>The same with gates on 15 numbers. For a graphics card.</source>
        <translation>Le même avec des aiguillages sur 15 nombres. Pour une carte graphique.</translation>
    </message>
    <message>
        <source>Running elsewhere</source>
        <translation>En cours ailleurs</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrompu</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En attente</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En cours</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêté</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échoué</translation>
    </message>
    <message>
        <source>finished; {0} of {1} votes needed for “trained on”</source>
        <translation>terminé ; {0} votes sur {1} nécessaires pour « vu »</translation>
    </message>
    <message>
        <source>stopped after epoch {0} of {1}</source>
        <translation>arrêté après l’époque {0} sur {1}</translation>
    </message>
    <message>
        <source>stopped before its first epoch</source>
        <translation>arrêté avant sa première époque</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>pas commencé</translation>
    </message>
    <message>
        <source>training the gates: pass {0} of {1}</source>
        <translation>entraînement des aiguillages : passe {0} sur {1}</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>en attente</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>démarrage</translation>
    </message>
    <message>
        <source>training the reader: epoch {0} of {1}</source>
        <translation>entraînement du lecteur : époque {0} sur {1}</translation>
    </message>
    <message>
        <source>best {0} % at epoch {1}</source>
        <translation>au mieux {0} % à l’époque {1}</translation>
    </message>
    <message>
        <source>reader {0} after epoch {1} of {2}</source>
        <translation>le lecteur {0} après l’époque {1} sur {2}</translation>
    </message>
    <message>
        <source>Kept: {0}.</source>
        <translation>Conservé : {0}.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> et </translation>
    </message>
    <message>
        <source>Nothing was finished yet.</source>
        <translation>Rien n’était encore terminé.</translation>
    </message>
    <message>
        <source>Run {0} started: preset {1}, seed {2}.</source>
        <translation>Entraînement {0} lancé : préréglage {1}, graine {2}.</translation>
    </message>
    <message>
        <source>Cannot be encoded: &apos;{0}&apos; because of {1}</source>
        <translation>Ne peut pas être codé : « {0} », à cause de {1}</translation>
    </message>
    <message>
        <source>Cannot be distinguished, because their signatures are the same: {0}</source>
        <translation>Impossibles à distinguer, car leurs signatures sont les mêmes : {0}</translation>
    </message>
    <message>
        <source>Reader {0} of {1} is finished; {2} of {3} votes needed for “trained on”.</source>
        <translation>Le lecteur {0} sur {1} est terminé ; {2} votes sur {3} nécessaires pour « vu ».</translation>
    </message>
    <message>
        <source>{0} % of {1} words it was trained on</source>
        <translation>{0} % sur {1} mots vus à l’entraînement</translation>
    </message>
    <message>
        <source>{0} % of {1} new words</source>
        <translation>{0} % sur {1} mots nouveaux</translation>
    </message>
    <message>
        <source>{0} % of {1} words compared</source>
        <translation>{0} % de {1} mots comparés</translation>
    </message>
    <message>
        <source>Correct: {0}</source>
        <translation>Justes : {0}</translation>
    </message>
    <message>
        <source>It could not be compared with the active model &apos;{0}&apos;. Use it?</source>
        <translation>Il n’a pas pu être comparé au modèle actif « {0} ». L’utiliser ?</translation>
    </message>
    <message>
        <source>Of {0} test words the active model &apos;{1}&apos; suggests {2} correctly, the new one {3}.</source>
        <translation>Sur {0} mots de test, le modèle actif « {1} » en propose {2} justes, le nouveau {3}.</translation>
    </message>
    <message>
        <source>Of {0} words that neither was trained on the active model &apos;{1}&apos; suggests {2} correctly, the new one {3}.</source>
        <translation>Sur {0} mots qu’aucun des deux n’a vus à l’entraînement, le modèle actif « {1} » en propose {2} justes, le nouveau {3}.</translation>
    </message>
    <message>
        <source>Use it?</source>
        <translation>L’utiliser ?</translation>
    </message>
    <message>
        <source>Use it all the same?</source>
        <translation>L’utiliser quand même ?</translation>
    </message>
</context>
<context>
    <name>TrainAction</name>
    <message>
        <source>Show the training</source>
        <translation>Afficher l’entraînement</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>Entraîner un modèle</translation>
    </message>
</context>
<context>
    <name>TrainCounts</name>
    <message numerus="yes">
        <source>%Ln reader(s)</source>
        <translation>
            <numerusform>%Ln lecteur</numerusform>
            <numerusform>%Ln lecteurs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln finished reader(s)</source>
        <translation>
            <numerusform>%Ln lecteur terminé</numerusform>
            <numerusform>%Ln lecteurs terminés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) of the word list have letters outside the alphabet &apos;{0}&apos;: {1}. Correct them, leave them out, or choose a wider alphabet (under Advanced, a part of Research).</source>
        <translation>
            <numerusform>%Ln mot de la liste de mots a des lettres hors de l’alphabet « {0} » : {1}. Corrigez-le, laissez-le de côté, ou choisissez un alphabet plus large (sous Avancé, dans le mode scientifique).</numerusform>
            <numerusform>%Ln mots de la liste de mots ont des lettres hors de l’alphabet « {0} » : {1}. Corrigez-les, laissez-les de côté, ou choisissez un alphabet plus large (sous Avancé, dans le mode scientifique).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln transcribed image(s)</source>
        <translation>
            <numerusform>%Ln image transcrite</numerusform>
            <numerusform>%Ln images transcrites</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %Ln word(s) of the word list, with {0}: {1}.</source>
        <translation>
            <numerusform>Laissé de côté : %Ln mot de la liste de mots, avec {0} : {1}.</numerusform>
            <numerusform>Laissés de côté : %Ln mots de la liste de mots, avec {0} : {1}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrainView</name>
    <message>
        <source>Train a model</source>
        <translation>Entraîner un modèle</translation>
    </message>
    <message>
        <source>Earlier trainings</source>
        <translation>Entraînements précédents</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>A model is trained on the words you transcribed, and then suggests readings for the others.</source>
        <translation>Un modèle est entraîné sur les mots que vous avez transcrits, puis propose des lectures pour les autres.</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Décider</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Pas maintenant</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Lancer l’entraînement</translation>
    </message>
    <message>
        <source>Stop training and keep it</source>
        <translation>Arrêter l’entraînement et le garder</translation>
    </message>
    <message>
        <source>Show presets</source>
        <translation>Afficher les préréglages</translation>
    </message>
    <message>
        <source>Show all parameters</source>
        <translation>Afficher tous les paramètres</translation>
    </message>
    <message>
        <source>Show earlier trainings</source>
        <translation>Afficher les entraînements précédents</translation>
    </message>
    <message>
        <source>Show models</source>
        <translation>Afficher les modèles</translation>
    </message>
    <message>
        <source>Set up retraining</source>
        <translation>Préparer un réentraînement</translation>
    </message>
</context>
<context>
    <name>TranscriptPanel</name>
    <message>
        <source>Transcript of the page, line by line</source>
        <translation>Texte de la page, ligne par ligne</translation>
    </message>
    <message>
        <source>A click or Enter edits a line. Drag lines to put them in another order.</source>
        <translation>Un clic ou Entrée modifie une ligne. Faites glisser les lignes pour changer leur ordre.</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Texte de la page</translation>
    </message>
    <message>
        <source>No lines yet: find the words of the page, or draw lines.</source>
        <translation>Pas encore de lignes : trouvez les mots de la page, ou tracez des lignes.</translation>
    </message>
    <message>
        <source>Enter: the line is right · Tab: next unsure word · Alt+1–9: candidate · Esc: as it was</source>
        <translation>Entrée : la ligne est juste · Tab : mot incertain suivant · Alt+1–9 : candidat · Échap : comme avant</translation>
    </message>
</context>
<context>
    <name>TranscriptionBar</name>
    <message>
        <source>Mark all</source>
        <translation>Tout marquer</translation>
    </message>
    <message>
        <source>Mark none</source>
        <translation>Démarquer</translation>
    </message>
    <message>
        <source>Other transcription for the marked words</source>
        <translation>Autre transcription pour les mots marqués</translation>
    </message>
    <message>
        <source>another word</source>
        <translation>autre mot</translation>
    </message>
    <message>
        <source>Set to this word</source>
        <translation>Attribuer</translation>
    </message>
    <message>
        <source>Already transcribed differently: {0} of the marked words ({1}).</source>
        <translation>Déjà transcrits autrement : {0} des mots marqués ({1}).</translation>
    </message>
    <message>
        <source>Keep those, set the other {0}</source>
        <translation>Garder ceux-là, attribuer aux {0} autres</translation>
    </message>
    <message>
        <source>Replace {0}</source>
        <translation>Remplacer {0}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are marked</source>
        <translation>
            <numerusform>%Ln mot marqué</numerusform>
            <numerusform>%Ln mots marqués</numerusform>
        </translation>
    </message>
    <message>
        <source>Click the images that show this word</source>
        <translation>Cliquez sur les images de ce mot</translation>
    </message>
    <message>
        <source>Confirm as “{0}”</source>
        <translation>Confirmer comme « {0} »</translation>
    </message>
</context>
<context>
    <name>TranscriptionController</name>
    <message>
        <source>Select words that were aligned automatically, to confirm that their boxes fit their texts.</source>
        <translation>Sélectionnez des mots alignés automatiquement, pour confirmer que leurs cadres vont avec leurs textes.</translation>
    </message>
    <message>
        <source>Nothing was changed: {0}</source>
        <translation>Rien n’a été modifié : {0}</translation>
    </message>
    <message>
        <source>“{0}” could not be saved: {1} The text is kept and shown again in the editor of the word.</source>
        <translation>« {0} » n’a pas pu être enregistré : {1} Le texte est gardé et s’affiche de nouveau dans le champ de saisie du mot.</translation>
    </message>
    <message>
        <source>Show the word</source>
        <translation>Afficher le mot</translation>
    </message>
</context>
<context>
    <name>TranscriptionField</name>
    <message>
        <source>Transcription of the word</source>
        <translation>Transcription du mot</translation>
    </message>
</context>
<context>
    <name>VoteDataTab</name>
    <message>
        <source>To train gates, a reader needs {0} images set aside of trained words and as many of new words; there were only {1}, so even steps of the distances to both vote in place of gates.</source>
        <translation>Pour entraîner des aiguillages, il faut à un lecteur {0} images mises de côté de mots vus et autant de mots nouveaux ; il n’y en avait que {1}, donc des paliers réguliers des distances aux uns et aux autres votent à leur place.</translation>
    </message>
    <message>
        <source>In some readers even steps of the distances to trained and new words vote in place of gates, because gates would not have read more of the words set aside: see the model card.</source>
        <translation>Chez certains lecteurs, des paliers réguliers des distances aux mots vus et nouveaux votent à la place des aiguillages, parce que ceux-ci n’auraient pas lu davantage de mots mis de côté : voir la fiche du modèle.</translation>
    </message>
    <message>
        <source>Reading the votes on all words …</source>
        <translation>Lecture des votes sur tous les mots…</translation>
    </message>
</context>
<context>
    <name>VoteView</name>
    <message>
        <source>Vote count</source>
        <translation>Décompte des votes</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Mot</translation>
    </message>
    <message>
        <source>Readers</source>
        <translation>Lecteurs</translation>
    </message>
    <message>
        <source>Number of readers that suggest this word</source>
        <translation>Nombre de lecteurs qui proposent ce mot</translation>
    </message>
    <message>
        <source>Least distance</source>
        <translation>Plus petite distance</translation>
    </message>
    <message>
        <source>Distance of the nearest of them</source>
        <translation>Distance du plus proche d’entre eux</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Most votes win; among equals the least distance</source>
        <translation>Le plus de votes l’emporte ; à égalité, la plus petite distance</translation>
    </message>
    <message>
        <source>Votes by reader</source>
        <translation>Votes par lecteur</translation>
    </message>
    <message>
        <source>wins: in no list</source>
        <translation>l’emporte : hors liste</translation>
    </message>
    <message>
        <source>wins</source>
        <translation>l’emporte</translation>
    </message>
    <message>
        <source>as many votes, but farther from the image</source>
        <translation>autant de votes, mais plus loin de l’image</translation>
    </message>
    <message>
        <source>fewer votes</source>
        <translation>moins de votes</translation>
    </message>
    <message>
        <source>in no list; would need more than half of the readers</source>
        <translation>hors liste ; il faudrait plus de la moitié des lecteurs</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} sur {1}</translation>
    </message>
    <message>
        <source>correct</source>
        <translation>juste</translation>
    </message>
    <message>
        <source>gate wrong</source>
        <translation>aiguillage faux</translation>
    </message>
    <message>
        <source>word wrong</source>
        <translation>mot faux</translation>
    </message>
    <message>
        <source>spelling wrong</source>
        <translation>graphie fausse</translation>
    </message>
    <message>
        <source>gate and word wrong</source>
        <translation>aiguillage et mot faux</translation>
    </message>
    <message>
        <source>{0} of {1} (threshold {2})</source>
        <translation>{0} sur {1} (seuil {2})</translation>
    </message>
    <message>
        <source>trained on</source>
        <translation>vu</translation>
    </message>
    <message>
        <source>new word</source>
        <translation>mot nouveau</translation>
    </message>
    <message>
        <source>in no list</source>
        <translation>hors liste</translation>
    </message>
    <message>
        <source>in no list ({0} %)</source>
        <translation>hors liste ({0} %)</translation>
    </message>
    <message>
        <source>Between the image and the word; smaller is nearer</source>
        <translation>Entre l’image et le mot ; plus petite, plus proche</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lecteur</translation>
    </message>
    <message>
        <source>Reader k of the model</source>
        <translation>Lecteur k du modèle</translation>
    </message>
    <message>
        <source>Votes for “trained on”</source>
        <translation>Votes pour « vu »</translation>
    </message>
    <message>
        <source>Gate networks that vote “trained on”, out of n_k. From the threshold (thres) on, the reader chooses among the words it was trained on.</source>
        <translation>Réseaux d’aiguillage qui votent « vu », sur n_k. À partir du seuil (thres), le lecteur choisit parmi les mots vus à l’entraînement.</translation>
    </message>
    <message>
        <source>Treated as</source>
        <translation>Tenu pour</translation>
    </message>
    <message>
        <source>Suggests</source>
        <translation>Propose</translation>
    </message>
    <message>
        <source>The nearest word on the side that its gate chose; for a word in no list, its spelling</source>
        <translation>Le mot le plus proche du côté qu’a choisi son aiguillage ; pour un mot hors liste, la graphie qu’il épelle</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Distance</translation>
    </message>
    <message>
        <source>Runner-up</source>
        <translation>Second</translation>
    </message>
    <message>
        <source>The second nearest word on that side; beside a spelling, the nearest word of the list</source>
        <translation>Le deuxième mot le plus proche de ce côté ; à côté d’une graphie, le mot le plus proche de la liste</translation>
    </message>
    <message>
        <source>Transcription</source>
        <translation>Transcription</translation>
    </message>
    <message>
        <source>Compared with the transcription</source>
        <translation>Comparé à la transcription</translation>
    </message>
    <message>
        <source>Trained on or new, by its gate. In no list, if the letters that it sees are more likely to be right than any word of the list: with that probability.</source>
        <translation>Vu ou nouveau, selon son aiguillage. Hors liste, si les lettres qu’il voit sont plus probablement justes que tout mot de la liste : avec cette probabilité.</translation>
    </message>
</context>
<context>
    <name>VotesTab</name>
    <message>
        <source>Reader whose votes are shown</source>
        <translation>Lecteur dont les votes sont affichés</translation>
    </message>
    <message>
        <source>Words treated as trained on, as new and as in no list, by reader</source>
        <translation>Mots tenus pour vus, pour nouveaux et pour hors liste, par lecteur</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lecteur</translation>
    </message>
    <message>
        <source>Treated as trained on</source>
        <translation>Tenus pour vus</translation>
    </message>
    <message>
        <source>Seen, by its gate</source>
        <translation>Vus (« seen »), selon son aiguillage</translation>
    </message>
    <message>
        <source>Treated as new words</source>
        <translation>Tenus pour nouveaux</translation>
    </message>
    <message>
        <source>Unseen, by its gate</source>
        <translation>Jamais vus (« unseen »), selon son aiguillage</translation>
    </message>
    <message>
        <source>As in no list</source>
        <translation>Pour hors liste</translation>
    </message>
    <message>
        <source>Spelled without the word list</source>
        <translation>Épelés sans la liste de mots</translation>
    </message>
    <message>
        <source>Words it was trained on</source>
        <translation>Mots vus</translation>
    </message>
    <message>
        <source>W_s of this reader</source>
        <translation>W_s de ce lecteur</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Seuil</translation>
    </message>
    <message>
        <source>thres, out of n_k gate networks</source>
        <translation>thres, sur n_k réseaux d’aiguillage</translation>
    </message>
    <message>
        <source>The starter model has one reader, and every word is new to it: there is no vote to show.</source>
        <translation>Le modèle de départ a un seul lecteur, et chaque mot lui est nouveau : il n’y a pas de vote à montrer.</translation>
    </message>
    <message>
        <source>Suggest readings with this model</source>
        <translation>Proposer des lectures avec ce modèle</translation>
    </message>
    <message>
        <source>The model “{0}” has no suggestions yet</source>
        <translation>Le modèle « {0} » n’a pas encore de propositions</translation>
    </message>
    <message>
        <source>Once it has, the votes of its readers on all words are shown here.</source>
        <translation>Dès qu’il en aura, les votes de ses lecteurs sur tous les mots s’afficheront ici.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) have a suggestion, {0} of them also a transcription.</source>
        <translation>
            <numerusform>%Ln mot a une proposition, {0} en ont aussi une transcription.</numerusform>
            <numerusform>%Ln mots ont une proposition, dont {0} aussi une transcription.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out: their stored votes are damaged.</source>
        <translation>
            <numerusform>%Ln laissé de côté : ses votes enregistrés sont endommagés.</numerusform>
            <numerusform>%Ln laissés de côté : leurs votes enregistrés sont endommagés.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} sur {1}</translation>
    </message>
    <message>
        <source>Suggesting readings …</source>
        <translation>Lectures en cours de proposition…</translation>
    </message>
</context>
<context>
    <name>WholePages</name>
    <message>
        <source>Compare with transcripts…</source>
        <translation>Comparer à des transcriptions…</translation>
    </message>
    <message>
        <source>Choose transcripts of pages of this project: PAGE, ALTO or other files with lines and text</source>
        <translation>Choisissez des transcriptions de pages de ce projet : PAGE, ALTO ou autres fichiers avec lignes et texte</translation>
    </message>
    <message>
        <source>Whole pages</source>
        <translation>Pages entières</translation>
    </message>
    <message>
        <source>Transcripts of pages of this project</source>
        <translation>Transcriptions de pages de ce projet</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>Comparaison…</translation>
    </message>
    <message>
        <source>Not measured yet. If you have transcripts of some pages that were not used for training, compare what the model read there from the bare scan.</source>
        <translation>Pas encore mesuré. Si vous avez les transcriptions de pages qui n’ont pas servi à l’entraînement, comparez ce que le modèle y a lu sur la simple numérisation.</translation>
    </message>
    <message numerus="yes">
        <source>On %n page(s) {0} of the characters and {1} of the words would have to be corrected.</source>
        <translation>
            <numerusform>Sur %n page, {0} des caractères et {1} des mots seraient à corriger.</numerusform>
            <numerusform>Sur %n pages, {0} des caractères et {1} des mots seraient à corriger.</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} of the lines were found.</source>
        <translation>{0} des lignes ont été trouvées.</translation>
    </message>
    <message>
        <source>{0} of the words were found.</source>
        <translation>{0} des mots ont été trouvés.</translation>
    </message>
    <message>
        <source>{0} of the words were cut wrongly, {1} were not found.</source>
        <translation>{0} des mots ont été mal découpés, {1} n’ont pas été trouvés.</translation>
    </message>
    <message>
        <source>Measured {0}.</source>
        <translation>Mesuré {0}.</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>New project</source>
        <translation>Nouveau projet</translation>
    </message>
    <message>
        <source>Import files into a new project…</source>
        <translation>Importer des fichiers dans un nouveau projet…</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Ouvrir un projet</translation>
    </message>
    <message>
        <source>Close the project</source>
        <translation>Fermer le projet</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Export transcriptions</source>
        <translation>Exporter les transcriptions</translation>
    </message>
    <message>
        <source>Check this project</source>
        <translation>Vérifier ce projet</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Sauvegarder…</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>Restaurer une sauvegarde…</translation>
    </message>
    <message>
        <source>Take out pages as a part…</source>
        <translation>Extraire des pages en un lot…</translation>
    </message>
    <message>
        <source>Merge a part…</source>
        <translation>Fusionner un lot…</translation>
    </message>
    <message>
        <source>Compare different transcriptions</source>
        <translation>Comparer les transcriptions divergentes</translation>
    </message>
    <message>
        <source>Show the agreement of people</source>
        <translation>Afficher l’accord entre les personnes</translation>
    </message>
    <message>
        <source>Suggest readings with the starter model</source>
        <translation>Proposer des lectures avec le modèle de départ</translation>
    </message>
    <message>
        <source>Adapt the starter model to this handwriting</source>
        <translation>Adapter le modèle de départ à cette écriture</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Chercher une commande</translation>
    </message>
    <message>
        <source>Show past messages</source>
        <translation>Afficher les messages passés</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>Basculer entre clair et sombre</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Réglages</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Guide</translation>
    </message>
    <message>
        <source>Guide, at the page of this view</source>
        <translation>Guide, à la page de cette vue</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Suivre la visite</translation>
    </message>
    <message>
        <source>Show all shortcuts</source>
        <translation>Afficher tous les raccourcis</translation>
    </message>
    <message>
        <source>Use a graphics card…</source>
        <translation>Utiliser une carte graphique…</translation>
    </message>
    <message>
        <source>Report a problem…</source>
        <translation>Signaler un problème…</translation>
    </message>
    <message>
        <source>Open the log</source>
        <translation>Ouvrir le journal</translation>
    </message>
    <message>
        <source>Show the last error report</source>
        <translation>Afficher le dernier rapport d’erreur</translation>
    </message>
    <message>
        <source>About Ductus</source>
        <translation>À propos de Ductus</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
    <message>
        <source>Research: show presets, gates, thresholds and single readers</source>
        <translation>Mode scientifique : préréglages, aiguillages, seuils et lecteurs un à un</translation>
    </message>
    <message>
        <source>The graphics card is not used, but the processor.</source>
        <translation>La carte graphique n’est pas utilisée ; le processeur la remplace.</translation>
    </message>
    <message>
        <source>Show why</source>
        <translation>Voir pourquoi</translation>
    </message>
    <message>
        <source>Show its backups</source>
        <translation>Afficher ses sauvegardes</translation>
    </message>
</context>
<context>
    <name>WordButtons</name>
    <message>
        <source>Accept</source>
        <translation>Accepter</translation>
    </message>
    <message>
        <source>Accept what is shown and go on (Enter)</source>
        <translation>Accepter ce qui est affiché et continuer (Entrée)</translation>
    </message>
    <message>
        <source>Not a word</source>
        <translation>Pas un mot</translation>
    </message>
    <message>
        <source>A blot, a rule, part of a word (Delete)</source>
        <translation>Une tache, un filet, une partie de mot (Suppr)</translation>
    </message>
    <message>
        <source>Postpone</source>
        <translation>Reporter</translation>
    </message>
    <message>
        <source>Move it to the end of the queue (Alt+U)</source>
        <translation>Le remettre à la fin de la file (Alt+U)</translation>
    </message>
    <message>
        <source>Show on page</source>
        <translation>Voir sur la page</translation>
    </message>
    <message>
        <source>Show the whole page (Space)</source>
        <translation>Afficher la page entière (Espace)</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Expliquer</translation>
    </message>
    <message>
        <source>Show the vote of every reader (Ctrl+I)</source>
        <translation>Afficher le vote de chaque lecteur (Ctrl+I)</translation>
    </message>
    <message>
        <source>Edit the box</source>
        <translation>Modifier le cadre</translation>
    </message>
    <message>
        <source>Move, resize or draw it, split it, join it with a word beside it (Ctrl+B)</source>
        <translation>Le déplacer, redimensionner ou redessiner, le scinder, le réunir à un mot voisin (Ctrl+B)</translation>
    </message>
    <message>
        <source>Save as typed</source>
        <translation>Enregistrer tel que saisi</translation>
    </message>
</context>
<context>
    <name>WordDetection</name>
    <message numerus="yes">
        <source>%Ln box(es) kept</source>
        <translation>
            <numerusform>%Ln cadre gardé</numerusform>
            <numerusform>%Ln cadres gardés</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}, {1}, {2}.</source>
        <translation>{0}, {1}, {2}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new word(s)</source>
        <translation>
            <numerusform>%Ln mot nouveau</numerusform>
            <numerusform>%Ln mots nouveaux</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unchecked box(es) removed</source>
        <translation>
            <numerusform>%Ln cadre non vérifié supprimé</numerusform>
            <numerusform>%Ln cadres non vérifiés supprimés</numerusform>
        </translation>
    </message>
    <message>
        <source>You can draw boxes yourself.</source>
        <translation>Vous pouvez tracer des cadres vous-même.</translation>
    </message>
    <message>
        <source>No change: {0}.</source>
        <translation>Aucun changement : {0}.</translation>
    </message>
</context>
<context>
    <name>WordImage</name>
    <message>
        <source>Word image</source>
        <translation>Image de mot</translation>
    </message>
</context>
<context>
    <name>WordReview</name>
    <message>
        <source>Nothing is typed: type the transcription, or mark it as not a word (Alt+N).</source>
        <translation>Rien n’est saisi : saisissez la transcription, ou marquez le mot comme n’en étant pas un (Alt+N).</translation>
    </message>
    <message>
        <source>There is no suggestion for this word: type the transcription.</source>
        <translation>Il n’y a pas de proposition pour ce mot : saisissez la transcription.</translation>
    </message>
    <message>
        <source>The model is suggesting readings; you can go on working.</source>
        <translation>Le modèle propose des lectures ; vous pouvez continuer à travailler.</translation>
    </message>
    <message>
        <source>Show the word</source>
        <translation>Afficher le mot</translation>
    </message>
</context>
<context>
    <name>WordSheet</name>
    <message>
        <source>Save the list of words</source>
        <translation>Enregistrer la liste des mots</translation>
    </message>
    <message>
        <source>The first {0} of {1} words are in {2}. Choose a narrower filter for the others.</source>
        <translation>Les {0} premiers mots sur {1} sont dans {2}. Choisissez un filtre plus étroit pour les autres.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s) are in {0}.</source>
        <translation>
            <numerusform>%Ln mot est dans {0}.</numerusform>
            <numerusform>%Ln mots sont dans {0}.</numerusform>
        </translation>
    </message>
    <message>
        <source>This list has no words; choose another filter.</source>
        <translation>Cette liste n’a pas de mots ; choisissez un autre filtre.</translation>
    </message>
    <message>
        <source>suggested: {0}</source>
        <translation>proposé : {0}</translation>
    </message>
</context>
<context>
    <name>WordState</name>
    <message>
        <source>transcribed by a person</source>
        <translation>transcrit par une personne</translation>
    </message>
    <message>
        <source>accepted by a person</source>
        <translation>accepté par une personne</translation>
    </message>
    <message>
        <source>aligned automatically</source>
        <translation>aligné automatiquement</translation>
    </message>
    <message>
        <source>suggested, a word the model was trained on</source>
        <translation>proposé, un mot vu à l’entraînement</translation>
    </message>
    <message>
        <source>suggested, a new word</source>
        <translation>proposé, un mot nouveau</translation>
    </message>
    <message>
        <source>suggested, in no list</source>
        <translation>proposé, hors liste</translation>
    </message>
    <message>
        <source>suggested, uncertain</source>
        <translation>proposé, incertain</translation>
    </message>
    <message>
        <source>no suggestion yet</source>
        <translation>pas encore de proposition</translation>
    </message>
    <message>
        <source>Words transcribed by a person, or imported</source>
        <translation>Mots transcrits par une personne, ou importés</translation>
    </message>
    <message>
        <source>Suggestions that a person accepted</source>
        <translation>Propositions qu’une personne a acceptées</translation>
    </message>
    <message>
        <source>Words of a line&apos;s text that a program found in the ink, not confirmed yet</source>
        <translation>Mots du texte d’une ligne qu’un programme a trouvés dans l’encre, pas encore confirmés</translation>
    </message>
    <message>
        <source>Suggestions: words the model was trained on (seen)</source>
        <translation>Propositions : mots vus par le modèle à l’entraînement (seen)</translation>
    </message>
    <message>
        <source>Suggestions: words the model was not trained on (unseen)</source>
        <translation>Propositions : mots jamais vus par le modèle à l’entraînement (unseen)</translation>
    </message>
    <message>
        <source>Suggestions: words that are not in the word list, spelled by the model</source>
        <translation>Propositions : mots absents de la liste de mots, épelés par le modèle</translation>
    </message>
    <message>
        <source>Suggestions with a low confidence</source>
        <translation>Propositions de faible confiance</translation>
    </message>
    <message>
        <source>Neither transcribed nor suggested yet</source>
        <translation>Ni transcrits ni proposés pour l’instant</translation>
    </message>
    <message>
        <source>Marked by a person: blots, rules, drawings</source>
        <translation>Marqués par une personne : taches, filets, dessins</translation>
    </message>
</context>
<context>
    <name>WordTab</name>
    <message>
        <source>Previous word</source>
        <translation>Mot précédent</translation>
    </message>
    <message>
        <source>Next word</source>
        <translation>Mot suivant</translation>
    </message>
    <message>
        <source>Show on the page</source>
        <translation>Voir sur la page</translation>
    </message>
    <message>
        <source>Correct in Review</source>
        <translation>Corriger dans Vérification</translation>
    </message>
    <message>
        <source>Suggesting readings …</source>
        <translation>Lectures en cours de proposition…</translation>
    </message>
    <message>
        <source>Word {0} of {1}</source>
        <translation>Mot {0} sur {1}</translation>
    </message>
    <message>
        <source>no suggestion yet</source>
        <translation>pas encore de proposition</translation>
    </message>
    <message>
        <source>There are no words yet</source>
        <translation>Il n’y a pas encore de mots</translation>
    </message>
    <message>
        <source>Import pages to see here how the readers of the model vote on each word.</source>
        <translation>Importez des pages pour voir ici comment les lecteurs du modèle votent sur chaque mot.</translation>
    </message>
    <message>
        <source>Import pages</source>
        <translation>Importer des pages</translation>
    </message>
    <message>
        <source>The model “{0}” has no suggestion for this word</source>
        <translation>Le modèle « {0} » n’a pas de proposition pour ce mot</translation>
    </message>
    <message>
        <source>Once it has, the vote of each reader is shown here, and why a word won.</source>
        <translation>Dès qu’il en aura une, le vote de chaque lecteur s’affichera ici, et pourquoi un mot l’a emporté.</translation>
    </message>
    <message>
        <source>Suggest readings with this model</source>
        <translation>Proposer des lectures avec ce modèle</translation>
    </message>
    <message>
        <source>in no list</source>
        <translation>hors liste</translation>
    </message>
    <message>
        <source>suggested: “{0}”</source>
        <translation>proposé : « {0} »</translation>
    </message>
    <message>
        <source>confidence {0} % (earlier word list)</source>
        <translation>confiance {0} % (liste de mots antérieure)</translation>
    </message>
    <message>
        <source>confidence {0} %</source>
        <translation>confiance {0} %</translation>
    </message>
    <message>
        <source>confidence not measured</source>
        <translation>confiance non mesurée</translation>
    </message>
</context>
<context>
    <name>Writing</name>
    <message>
        <source>This window is read-only: {0} has the project open on the computer {1}.</source>
        <translation>Cette fenêtre est en lecture seule : {0} a ouvert le projet sur l’ordinateur {1}.</translation>
    </message>
    <message>
        <source>somebody</source>
        <translation>quelqu’un</translation>
    </message>
    <message>
        <source>This window is read-only: another window has the project open.</source>
        <translation>Cette fenêtre est en lecture seule : le projet est ouvert dans une autre fenêtre.</translation>
    </message>
    <message>
        <source>This window is read-only: the project is on a network drive.</source>
        <translation>Cette fenêtre est en lecture seule : le projet est sur un lecteur réseau.</translation>
    </message>
    <message>
        <source>This window is read-only: the project cannot be written to.</source>
        <translation>Cette fenêtre est en lecture seule : le projet ne peut pas être modifié.</translation>
    </message>
    <message>
        <source>{0} You can view everything here, but not change it. To work on some pages meanwhile, take them out as a part and merge it later.</source>
        <translation>{0} Vous pouvez tout consulter ici, mais rien modifier. Pour travailler entre-temps sur quelques pages, extrayez-les en un lot et fusionnez-le plus tard.</translation>
    </message>
    <message>
        <source>This project is on a network drive, where two computers that write at once can damage it. You can view everything; copy the project to this computer to work on it.</source>
        <translation>Ce projet est sur un lecteur réseau, où deux ordinateurs qui écrivent en même temps peuvent l’endommager. Vous pouvez tout consulter ; pour y travailler, copiez le projet sur cet ordinateur.</translation>
    </message>
    <message>
        <source>This project cannot be written to ({0}). You can view everything; to work on it, free disk space or copy the project to a folder of your own.</source>
        <translation>Ce projet ne peut pas être modifié ({0}). Vous pouvez tout consulter ; pour y travailler, libérez de l’espace disque ou copiez le projet dans un dossier à vous.</translation>
    </message>
    <message>
        <source>This project is open in another window.</source>
        <translation>Ce projet est ouvert dans une autre fenêtre.</translation>
    </message>
    <message>
        <source>This project is open in another window on this computer, since {0}.</source>
        <translation>Ce projet est ouvert dans une autre fenêtre sur cet ordinateur, depuis {0}.</translation>
    </message>
    <message>
        <source>{0} has this project open on the computer {1}, since {2}.</source>
        <translation>{0} a ouvert ce projet sur l’ordinateur {1}, depuis {2}.</translation>
    </message>
    <message>
        <source>Somebody</source>
        <translation>Quelqu’un</translation>
    </message>
</context>
<context>
    <name>_DemoProgress</name>
    <message>
        <source>Finished pages of the demo</source>
        <translation>Pages terminées de la démonstration</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Preparing the demo in {0} …</source>
        <translation>Préparation de la démonstration dans {0}…</translation>
    </message>
    <message>
        <source>Page {0} of {1} is finished. The demo is created in {2}.</source>
        <translation>La page {0} sur {1} est terminée. La démonstration est créée dans {2}.</translation>
    </message>
</context>
<context>
    <name>_ExportReport</name>
    <message>
        <source>Open the folder</source>
        <translation>Ouvrir le dossier</translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln mot</numerusform>
            <numerusform>%Ln mots</numerusform>
        </translation>
    </message>
    <message>
        <source>Exported {0} to {1}. {2}: {3} transcribed by a person, {4} suggested by the model.</source>
        <translation>Exporté : {0} vers {1}. {2} : {3} transcrits par une personne, {4} proposés par le modèle.</translation>
    </message>
    <message numerus="yes">
        <source>Left out: %Ln word(s); the first is {0}</source>
        <translation>
            <numerusform>Laissé de côté : %Ln mot, {0}</numerusform>
            <numerusform>Laissés de côté : %Ln mots ; le premier est {0}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Row</name>
    <message>
        <source>or</source>
        <translation>ou</translation>
    </message>
</context>
<context>
    <name>copy_card</name>
    <message>
        <source>The model card is on the clipboard.</source>
        <translation>La fiche du modèle est dans le presse-papiers.</translation>
    </message>
</context>
<context>
    <name>titles</name>
    <message>
        <source>Everywhere</source>
        <translation>Partout</translation>
    </message>
    <message>
        <source>Collection</source>
        <translation>Collection</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Page</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Vérification</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entraînement</translation>
    </message>
    <message>
        <source>Insight</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Recherche</translation>
    </message>
</context>
</TS>
