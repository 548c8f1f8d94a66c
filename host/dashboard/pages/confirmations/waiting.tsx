import { Link } from 'wouter'
import { useCallers } from '../../api/callers.js'
import { usePendingPlans } from '../../api/pending-plans.js'
import { useActionNames } from '../../api/products.js'
import { Card } from '../../parts/page.js'
import { Time } from '../../parts/values.js'

/** The plans that wait for the account holder; nothing if there are none. */
export function WaitingPlans() {
  const plans = usePendingPlans().data ?? []
  const nameOf = useActionNames()
  const callers = useCallers()
  if (plans.length === 0) return null
  return (
    <Card title="Waiting for you">
      <ul className="bullets">
        {plans.map(({ id, product, action, keyId, askedAt, state }) => (
          <li key={id}>
            <Link to={`/confirmations/${id}`}>{nameOf(product, action)}</Link>: “{callers.nameOf(keyId)}” asked{' '}
            <Time at={askedAt} />
            {state === 'running' && ', and it is running'}
          </li>
        ))}
      </ul>
    </Card>
  )
}
