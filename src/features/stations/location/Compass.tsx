/** An arrow that points the way on a map with north above. The words stand beside it. */
export function Compass({ bearing }: { bearing: number }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M12 3l6 17-6-4-6 4z"
        fill="currentColor"
        transform={`rotate(${Math.round(bearing)} 12 12)`}
      />
    </svg>
  );
}
