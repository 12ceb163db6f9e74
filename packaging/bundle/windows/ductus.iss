; The installer for Windows, by Inno Setup 6: ISCC.exe /DVersion=0.1.0 packaging\bundle\windows\ductus.iss
; It installs for one user, without an administrator, and removes all that it installed.
#ifndef Version
  #error Give the version: /DVersion=0.1.0
#endif
#define Bundle "..\..\..\build\bundle"

[Setup]
AppId={{5F5C0C1E-2B8E-4C53-9B0B-7B1D6F0F4D2A}
AppName=Ductus
AppVersion={#Version}
AppPublisher=The Ductus authors
DefaultDirName={autopf}\Ductus
DefaultGroupName=Ductus
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile=..\..\..\LICENSE
OutputDir={#Bundle}
OutputBaseFilename=ductus-{#Version}-setup
SetupIconFile={#Bundle}\build\ductus.ico
UninstallDisplayIcon={app}\ductus-app.exe
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
CloseApplications=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"

[InstallDelete]
; files of an earlier version that this one no longer has
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\ductus\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{group}\Ductus"; Filename: "{app}\ductus-app.exe"

[Registry]
; A project is a folder NAME.ductus, which Explorer always opens as a folder: its menu gets an entry for such folders.
Root: HKA; Subkey: "Software\Classes\Directory\shell\Ductus"; ValueType: string; ValueData: "Ductus"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Directory\shell\Ductus"; ValueType: string; ValueName: "Icon"; ValueData: "{app}\ductus-app.exe"
Root: HKA; Subkey: "Software\Classes\Directory\shell\Ductus"; ValueType: string; ValueName: "AppliesTo"; ValueData: "System.FileName:""*.ductus"""
Root: HKA; Subkey: "Software\Classes\Directory\shell\Ductus\command"; ValueType: string; ValueData: """{app}\ductus-app.exe"" ""%1"""
; files NAME.ductus, should there be any, open by double-click
Root: HKA; Subkey: "Software\Classes\.ductus"; ValueType: string; ValueData: "Ductus.Project"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Ductus.Project"; ValueType: string; ValueData: "Ductus project"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Ductus.Project\DefaultIcon"; ValueType: string; ValueData: "{app}\ductus-app.exe,0"
Root: HKA; Subkey: "Software\Classes\Ductus.Project\shell\open\command"; ValueType: string; ValueData: """{app}\ductus-app.exe"" ""%1"""

[Run]
Filename: "{app}\ductus-app.exe"; Description: "{cm:LaunchProgram,Ductus}"; Flags: nowait postinstall skipifsilent
