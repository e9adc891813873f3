/**
 * Sets inline styles by script and never removes them. For prerendered elements: the CSP forbids `style` attributes in
 * HTML, and React does not set styles on elements it hydrates.
 */
export function applyStyle(
  element: HTMLElement | null,
  style: Readonly<Record<string, string | null | undefined>>,
): void {
  if (!element) return
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value ?? null)
}
