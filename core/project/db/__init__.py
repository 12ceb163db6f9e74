"""The SQLite database of a project: schema, migrations, history, locks."""
