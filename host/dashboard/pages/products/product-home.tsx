import { ProblemError } from '../../api/problem.js'
import { type HomePart, useHome } from '../../api/products.js'
import { Button } from '../../parts/button.js'
import { Skeleton } from '../../parts/loaded.js'
import { ErrorNotice } from '../../parts/notice.js'
import { Card } from '../../parts/page.js'
import { detailSchema } from '../../views/answer.js'
import { isEmpty, ResultViews, statusBadge } from '../../views/result-views.js'

interface ProductHomeProps {
  readonly slug: string
  /** The titles of its parts. */
  readonly titles: readonly string[]
}

/** What a product shows first: what it knows of the account, as it is now. */
export function ProductHome({ slug, titles }: ProductHomeProps) {
  const { data, error, isFetching, refetch } = useHome(slug)
  if (!data)
    return (
      <>
        <ErrorNotice error={error}>
          <Button onClick={() => refetch()}>Try again</Button>
        </ErrorNotice>
        {!error &&
          titles.map(title => (
            <Card key={title} title={title}>
              <Skeleton lines={8} />
            </Card>
          ))}
      </>
    )
  return (
    <>
      {data.parts.map((part, index) => (
        <Part key={part.title} slug={slug} part={part} before={data.parts[index - 1]} />
      ))}
      <p>
        <Button onClick={() => refetch()} isBusy={isFetching}>
          Refresh
        </Button>
      </p>
    </>
  )
}

interface PartProps {
  readonly slug: string
  readonly part: HomePart
  /** The part above it. */
  readonly before: HomePart | undefined
}

function Part({ slug, part: { title, schema, answer, problem }, before }: PartProps) {
  if (!answer)
    return (
      <Card title={title}>
        <ErrorNotice error={problem ? new ProblemError(problem) : null} />
      </Card>
    )
  const detail = { value: answer.detail, schema: detailSchema(schema), slug }
  const isSaid = answer.summary === before?.answer?.summary
  if (isSaid && isEmpty(detail)) return null
  return (
    <Card title={title} aside={answer.ok && statusBadge(detail)}>
      {!isSaid && <p>{answer.summary}</p>}
      {answer.ok && <ResultViews detail={detail} />}
    </Card>
  )
}
