import postcss, { type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss'

/**
 * Content below the style sheet's link stays hidden until the sheet has loaded, because some browsers paint it unstyled
 * before. Unlayered rules override rules of a layer, so no other rule needs to know of this one. The elements are named,
 * because `link ~ *` would make browsers match again at each change of a list.
 */
const BELOW_LINK = ['main', 'footer', 'nav'].map((name) => `#root link~${name}`).join()
const HIDE_BELOW_LINK = `@layer early{${BELOW_LINK}{visibility:hidden}}`
const SHOW_BELOW_LINK = `@layer early{${BELOW_LINK}{visibility:inherit}}`

/**
 * Splits the first style sheet of a build into the styles of `markup`, which are inlined, and the rest. A rule is inlined if
 * `markup` uses every class of its selector, a theme variable if an inlined rule reads it.
 */
export function splitStyles(sheet: string, markup: string): { inline: string; rest: string } {
  const classes = new Set([...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names?.split(/\s+/) ?? []))
  const rest = postcss.parse(sheet)
  const inline = postcss.root()
  moveRules(rest, inline, (selector) =>
    [...selector.matchAll(/\.((?:[\w-]|\\.)+)/g)].every(([, name]) => name !== undefined && classes.has(name)),
  )
  moveKeyframes(rest, inline)
  const variables = removeUnreadVariables(inline)
  return { inline: `${HIDE_BELOW_LINK}${inline}`, rest: `${SHOW_BELOW_LINK}${variables}${rest}` }
}

/** Moves the rules whose selector `isInline` accepts, inside copies of their media queries. */
function moveRules(from: Container, to: Container, isInline: (selector: string) => boolean): void {
  for (const node of [...(from.nodes ?? [])]) {
    if (isRule(node)) moveRule(node, to, isInline)
    else if (isCondition(node)) {
      const copy = node.clone({ nodes: [] })
      moveRules(node, copy, isInline)
      if (copy.nodes?.length) to.append(copy)
      if (!node.nodes?.length) node.remove()
    }
  }
}

/** Moves a rule. If `isInline` accepts only some of its selectors, splits the rule. */
function moveRule(rule: Rule, to: Container, isInline: (selector: string) => boolean): void {
  const moved = rule.selectors.filter(isInline)
  const rest = rule.selectors.filter((selector) => !isInline(selector))
  if (rest.length === 0) to.append(rule.remove())
  else if (moved.length > 0) {
    to.append(rule.clone({ selectors: moved }))
    rule.selectors = rest
  }
}

/** Moves the keyframes that a rule of `to` names. */
function moveKeyframes(from: Root, to: Root): void {
  const named = new Set<string>()
  to.walkDecls(/^animation(-name)?$/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) named.add(word)
  })
  from.walkAtRules('keyframes', (frames) => {
    if (named.has(frames.params)) to.append(frames.remove())
  })
}

/** Removes the variables that no rule of the sheet reads, and returns them as a separate sheet. */
function removeUnreadVariables(sheet: Root): Root {
  const read = new Set<string>()
  // A variable that a media query also sets stays before that query. After it, the unconditional value would win.
  sheet.walkAtRules((condition) => condition.walkDecls(/^--/, ({ prop }) => void read.add(prop)))
  let known: number
  do {
    known = read.size
    sheet.walkDecls(({ prop, value }) => {
      if (prop.startsWith('--') && !read.has(prop)) return
      for (const [, name] of value.matchAll(/var\(\s*(--[\w-]+)/g)) if (name !== undefined) read.add(name)
    })
  } while (read.size !== known)

  const unused = postcss.root()
  for (const rule of sheet.nodes.filter(isRule)) {
    const moved = rule.nodes.filter(
      (node) => node.type === 'decl' && node.prop.startsWith('--') && !read.has(node.prop),
    )
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
