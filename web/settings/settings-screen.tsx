// Name, language, theme, and how the table behaves.
export function SettingsScreen() {
  return <p>…</p>;
}
