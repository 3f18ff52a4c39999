export function ChangeLanguagePage() {
  return <main />;
}
