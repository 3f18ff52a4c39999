export function CountryCodePage() {
  return <main />;
}
