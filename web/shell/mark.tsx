// The mark of Quayside: an anchor.
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg class="shell-mark" width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="12" fill="#12202b" />
      <g fill="none" stroke="#e0ae4b" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">
        <circle cx="32" cy="15" r="5" />
        <path d="M32 20v32M22 27h20M12 38c2 9 10 14 20 14s18-5 20-14M12 38l-2 6M12 38l6 3M52 38l2 6M52 38l-6 3" />
      </g>
    </svg>
  );
}
