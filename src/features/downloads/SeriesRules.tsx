import { Link } from '@tanstack/react-router'
import { endSeriesRule, type RuleState, restoreSeriesRule } from '#data/downloads/seriesRules.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { appText } from '#text/app.ts'
import { seriesRulesText } from '#text/downloads.ts'
import { Button } from '#ui/controls/Button.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import { notifyIfFailed } from './notifyIfFailed.ts'
import styles from './SeriesRules.module.css'
import { nameOf, type Wait } from './videoTexts.ts'

/** The rules that download the next episodes of series; renders nothing without rules. */
export function SeriesRules({ states, wait }: { states: RuleState[]; wait: Wait }) {
  if (states.length === 0) return null
  return (
    <section aria-labelledby="series-rules">
      <h2 id="series-rules" className={styles.title}>
        {seriesRulesText.title}
      </h2>
      <p className={styles.note}>{seriesRulesText.note}</p>
      <ul className={styles.list}>
        {states.map((state) => (
          <Rule key={state.rule.titleId} state={state} wait={wait} />
        ))}
      </ul>
    </section>
  )
}

function Rule({ state, wait }: { state: RuleState; wait: Wait }) {
  const { rule, episodes, ready } = state
  const name = nameOf(rule)
  const hint = hintOf(state, wait)
  return (
    <li className={styles.rule}>
      <Link {...titleLink(rule.title)} className={styles.poster} tabIndex={-1} aria-hidden="true">
        <Picture
          source={rule.title.poster}
          shape="poster"
          alt=""
          sizes="44px"
          color={rule.title.posterColor}
          lettering={name}
        />
      </Link>
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link {...titleLink(rule.title)}>{name}</Link>
        </h3>
        <p className={styles.facts}>
          {episodes.length === 0 ? seriesRulesText.nothing(rule.count) : seriesRulesText.facts(rule.count, ready)}
        </p>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      <Button aria-label={seriesRulesText.endOf(name)} onClick={() => void end(rule.titleId, name)}>
        {seriesRulesText.end}
      </Button>
    </li>
  )
}

/** Why episodes of a rule are not on this device yet; undefined when they are or come now. */
function hintOf({ rule, episodes, missing, ready }: RuleState, wait: Wait): string | undefined {
  const pending = episodes.length - ready
  if (pending > 0 && wait) return seriesRulesText.waitsFor[wait](pending)
  return missing.length > 0 && rule.exceedsLimit ? seriesRulesText.exceedsLimit(missing.length) : undefined
}

async function end(titleId: number, name: string): Promise<void> {
  await notifyIfFailed(async () => {
    const ended = await endSeriesRule(titleId)
    if (!ended) return
    const restore = () => notifyIfFailed(() => restoreSeriesRule(ended), seriesRulesText.restored(name))
    showSnackbar({ text: seriesRulesText.ended(name), action: { label: appText.undo, act: () => void restore() } })
  })
}
