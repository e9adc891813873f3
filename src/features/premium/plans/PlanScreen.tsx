import { Link, notFound } from '@tanstack/react-router'
import type { Plan } from '#contract/premium.ts'
import { plan } from '#data/areas/premium.ts'
import { useRead } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { premiumText } from '#text/premium.ts'
import { readText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Features } from './Features.tsx'
import styles from './PlanScreen.module.css'
import { PopularMark } from './PopularMark.tsx'
import { Price } from './Price.tsx'
import { PurchaseSteps } from './PurchaseSteps.tsx'

/** Details of one plan. */
export function PlanScreen({ id }: { id: number }) {
  const view = useRead(plan(id))
  if (view.state === 'missing') throw notFound()
  const name = view.state === 'ready' ? premiumText.plan(view.data.name) : undefined
  const isHeadless = view.state === 'unseen' || view.state === 'failed'
  return (
    <Page title={name ?? (isHeadless ? premiumText.plans : readText.loading)} {...(name ? {} : { heading: null })}>
      <ReadView
        view={view}
        skeleton={<Skeleton blockSize={320} radius="var(--radius-l)" />}
        heading={isHeadless ? 'h1' : 'p'}
      >
        {(shown, age) => (
          <>
            {age !== undefined && <ResultSummary text={age} />}
            <Particulars plan={shown} />
            <PurchaseSteps />
          </>
        )}
      </ReadView>
    </Page>
  )
}

function Particulars({ plan: { id, name, days, features, popular }, plan: shown }: { plan: Plan }) {
  return (
    <div className={styles.plan}>
      <div className={styles.offer}>
        <p className={styles.days}>
          {premiumText.days(days)}
          {popular && <PopularMark />}
        </p>
        <Price plan={shown} large />
        <Link
          to="/premium/join/$id"
          params={{ id: String(id) }}
          className={buttonClass('solid', { wide: true })}
          aria-label={premiumText.chooseOf(name)}
        >
          {premiumText.choose}
        </Link>
        <Link to="/premium/plans" className={buttonClass('plain', { wide: true })}>
          {premiumText.otherPlans}
        </Link>
      </div>
      <section className={styles.features} aria-labelledby="features">
        <h2 id="features">{premiumText.features}</h2>
        <Features features={features} />
      </section>
    </div>
  )
}
