import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** Items of a list after the eighth. Lists repeat one component, and checking all cards takes most of the time. */
const REPEATED_ITEMS = 'li:nth-of-type(n + 9)'

/** Returns axe's violations of WCAG 2.2 AA on the current screen. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated by the debugger: the page's content security policy forbids an inline script element.
  await page.evaluate(axe)
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ exclude: [['${REPEATED_ITEMS}']] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] }).then((result) => result.violations)`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Lists visible texts smaller than 11 px, and middle dots, which read as zero between Persian digits. */
export function unreadableTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = new Set<string>()
    while (texts.nextNode()) {
      const { textContent, parentElement: element } = texts.currentNode
      const text = textContent?.trim() ?? ''
      if (text === '' || !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      if (size < 11 && element.closest('script, style, svg, noscript') === null) found.add(`${size} px: ${text}`)
      if (/[۰-۹]\s*·|·\s*[۰-۹]/.test(text)) found.add(text)
    }
    return [...found]
  })
}
