import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

const STYLE = `
:root { color-scheme: dark }
* { box-sizing: border-box; margin: 0 }
body { min-block-size: 100vh; display: grid; place-items: center; padding: 24px 16px; background: #0b0e0f;
  color: rgb(255 255 255 / .92); font: 400 16px/1.8 Estedad, Vazirmatn, "Segoe UI", Tahoma, system-ui, sans-serif }
main { inline-size: min(26rem, 100%); overflow: hidden; border: 1px solid rgb(255 255 255 / .08); border-radius: 16px; background: #12171a }
header { padding: 24px 24px 20px; border-block-end: 2px dashed rgb(255 255 255 / .12) }
h1 { font-size: 20px; line-height: 1.35 }
p { margin-block-start: 8px; color: rgb(255 255 255 / .64); font-size: 14px }
dl { display: grid; grid-template-columns: auto 1fr; gap: 10px 16px; padding: 20px 24px; font-size: 14px }
dt { white-space: nowrap; color: rgb(255 255 255 / .64) }
dd { text-align: end; font-weight: 500 }
.amount { font-size: 22px; white-space: nowrap; font-weight: 700; line-height: 1.35; color: #6fd8c8 }
form, .done { display: grid; gap: 10px; padding: 4px 24px 24px }
button, a { display: grid; place-items: center; min-block-size: 48px; padding: 8px 20px; border: 1px solid rgb(255 255 255 / .12);
  border-radius: 10px; background: #1a2022; color: inherit; font: inherit; font-weight: 500; text-decoration: none; cursor: pointer }
button[value=pay], a { border-color: transparent; background: #2bb5a0; color: #03110e; font-weight: 700 }
button[value=cancel] { background: none }
button:hover, a:hover { filter: brightness(1.12) }
:focus-visible { outline: 2px solid #6fd8c8; outline-offset: 2px }
.note { margin: 0; font-size: 12px }
.state { margin: 0 0 4px; color: inherit; font-size: 16px; font-weight: 700 }
`

/** The source of the pages' style sheet in a content security policy. */
export const PAGE_STYLE = hashOf(STYLE)

/** Hash of an inline script or style sheet, as a content security policy names it. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

export type Markup = ReturnType<typeof html> | string

/** A page on the way to a gateway, without the app. */
export function paymentPage({ title, note }: { title: string; note: string }, body: Markup, head: Markup = ''): string {
  return String(html`<!doctype html>
<html lang="fa" dir="rtl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}
<style>${raw(STYLE)}</style>
</head>
<body><main><header><h1>${title}</h1><p>${note}</p></header>${body}</main></body>
</html>`)
}
