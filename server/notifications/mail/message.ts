import { mailWords } from '#server/text/messages.ts'

/** A message for a mailbox. */
export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
}

/** Content of a message in plain sentences; `link` is its only action. */
export interface MailContent {
  to: string
  subject: string
  lines: readonly string[]
  link?: { label: string; href: string }
  foot: string
}

/** Formats a message as text and as HTML that mail readers support. */
export function formatMail({ to, subject, lines, link, foot }: MailContent): MailMessage {
  const text = [...lines, ...(link ? [`${link.label}:\n${link.href}`] : []), foot, mailWords.sender].join('\n\n')
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${inHtml(line)}</p>`).join('')
  const button = link
    ? `<p style="margin:24px 0"><a href="${inHtml(link.href)}" style="display:inline-block;padding:12px 28px;border-radius:10px;background:#2bb5a0;color:#06110f;font-weight:bold;text-decoration:none">${inHtml(link.label)}</a></p>
<p dir="ltr" style="margin:0 0 16px;font-size:12px;color:#6b7377;text-align:left;word-break:break-all">${inHtml(link.href)}</p>`
    : ''
  const html = `<!doctype html>
<html lang="fa" dir="rtl">
<head><meta charset="utf-8"><title>${inHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#eef1f1;color:#14191b;font:16px/1.9 Tahoma,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px;border-radius:14px;background:#fff">
<h1 style="margin:0 0 20px;font-size:20px">${inHtml(subject)}</h1>
${paragraphs}${button}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #dde2e3;font-size:13px;color:#6b7377">${inHtml(foot)}</p>
</div>
</body>
</html>
`
  return { to, subject, text, html }
}

function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
