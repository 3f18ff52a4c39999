export function LoginWithPhonePage() {
  return <main />;
}
