/** The anvil. The same stroke as assets/mark.svg, inline so that it takes the colour of its place. */
export function Mark({ size = 24, label }: { size?: number; label?: string | undefined }) {
  return (
    <svg
      class="mark"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="currentColor"
      focusable="false"
      {...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label })}
    >
      <path d="M5 3h10v2.5c-2.5.1-4.2 1.4-4.5 3.5v1c.1 1.1.9 1.8 2.5 2v2H4v-2c1.6-.2 2.4-.9 2.5-2V9C6.2 7.8 5.6 7.2 4.5 7 2.2 6.7.8 5.6.5 3.8H5z" />
    </svg>
  )
}
