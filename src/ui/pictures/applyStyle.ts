/**
 * Gives an element what a `style` attribute would; nothing takes it away. For what the server draws into the page: its policy
 * takes no such attributes from HTML, and React sets none on an element that it finds there.
 */
export function applyStyle(
  element: HTMLElement | null,
  style: Readonly<Record<string, string | null | undefined>>,
): void {
  if (!element) return
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value ?? null)
}
