export function UnlockChargerPage() {
  return <main />;
}
