import postcss, { type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss'

/**
 * Rules in a layer lose against all that are in none: what follows the sheet's link is not seen before the sheet is there (a
 * browser that draws on without it would show words without any form), and nobody has to know of it afterwards. By name: for
 * `link ~ *` a browser would look at each child anew that has a sibling come or go, in every list of the app.
 */
const BELOW = ['main', 'footer', 'nav'].map((name) => `#root link~${name}`).join()
const NOT_YET = `@layer early{${BELOW}{visibility:hidden}}`
const NOW = `@layer early{${BELOW}{visibility:inherit}}`

/**
 * Parts the first style sheet of a build: what `frame`, the markup that stands before any script, is drawn with, and the
 * rest. A rule belongs to the frame when every class its selector names is used there; of the theme's variables it gets
 * what its rules ask for.
 */
export function partStyles(sheet: string, frame: string): { frame: string; rest: string } {
  const classes = new Set([...frame.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names?.split(/\s+/) ?? []))
  const rest = postcss.parse(sheet)
  const early = postcss.root()
  takeRules(rest, early, (selector) =>
    [...selector.matchAll(/\.((?:[\w-]|\\.)+)/g)].every(([, name]) => name !== undefined && classes.has(name)),
  )
  takeMoves(rest, early)
  const variables = takeUnused(early)
  return { frame: `${NOT_YET}${early}`, rest: `${NOW}${variables}${rest}` }
}

/** Moves the rules whose selector `isEarly` from one to the other, each within the condition it stands in. */
function takeRules(from: Container, to: Container, isEarly: (selector: string) => boolean): void {
  for (const node of [...(from.nodes ?? [])]) {
    if (isRule(node)) takeRule(node, to, isEarly)
    else if (isCondition(node)) {
      const copy = node.clone({ nodes: [] })
      takeRules(node, copy, isEarly)
      if (copy.nodes?.length) to.append(copy)
      if (!node.nodes?.length) node.remove()
    }
  }
}

/** Of a rule for several selectors only those that are early go, with a copy of what it says. */
function takeRule(rule: Rule, to: Container, isEarly: (selector: string) => boolean): void {
  const early = rule.selectors.filter(isEarly)
  const late = rule.selectors.filter((selector) => !isEarly(selector))
  if (late.length === 0) to.append(rule.remove())
  else if (early.length > 0) {
    to.append(rule.clone({ selectors: early }))
    rule.selectors = late
  }
}

/** What moves by itself moves from the first moment on: keyframes go with the rules that name them. */
function takeMoves(from: Root, to: Root): void {
  const named = new Set<string>()
  to.walkDecls(/^animation(-name)?$/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) named.add(word)
  })
  from.walkAtRules('keyframes', (frames) => {
    if (named.has(frames.params)) to.append(frames.remove())
  })
}

/** Takes out of the sheet which variables none of its rules asks for, and answers them as a sheet of their own. */
function takeUnused(sheet: Root): Root {
  const wanted = new Set<string>()
  // One that also has a value under a condition stays with that: behind it, the plain one would win.
  sheet.walkAtRules((condition) => condition.walkDecls(/^--/, ({ prop }) => void wanted.add(prop)))
  let known: number
  do {
    known = wanted.size
    sheet.walkDecls(({ prop, value }) => {
      if (prop.startsWith('--') && !wanted.has(prop)) return
      for (const [, name] of value.matchAll(/var\(\s*(--[\w-]+)/g)) if (name !== undefined) wanted.add(name)
    })
  } while (wanted.size !== known)

  const unused = postcss.root()
  for (const rule of sheet.nodes.filter(isRule)) {
    const moved = rule.nodes.filter((one) => one.type === 'decl' && one.prop.startsWith('--') && !wanted.has(one.prop))
    if (moved.length > 0) unused.append(rule.clone({ nodes: [] }).append(moved))
    if (rule.nodes.length === 0) rule.remove()
  }
  return unused
}

function isRule(node: ChildNode): node is Rule {
  return node.type === 'rule'
}

function isCondition(node: ChildNode): node is AtRule {
  return node.type === 'atrule' && (node.name === 'media' || node.name === 'supports')
}
