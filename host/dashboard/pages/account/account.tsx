import { useAccount } from '../../api/account.js'
import { Card } from '../../parts/card.js'
import { Loaded } from '../../parts/loaded.js'
import { Page } from '../../parts/page.js'
import { Time } from '../../parts/time.js'
import { ChangeEmail } from './change-email.js'
import { ChangePassword } from './change-password.js'
import { DeleteAccount } from './delete-account.js'
import { SecondFactor } from './second-factor/second-factor.js'
import { SecurityEvents } from './security-events.js'
import { Sessions } from './sessions.js'

/** Who is signed in and where, the e-mail address, the password, and the way out for good. */
export default function Account() {
  const account = useAccount()
  return (
    <Page title="Account">
      <Card title="You">
        <Loaded resource={account} lines={3}>
          {person =>
            person && (
              <dl className="facts">
                <dt>E-mail address</dt>
                <dd>{person.email}</dd>
                <dt>Account</dt>
                <dd>
                  <code>{person.id}</code>
                </dd>
                <dt>Since</dt>
                <dd>
                  <Time at={person.createdAt} how="day" />
                </dd>
              </dl>
            )
          }
        </Loaded>
      </Card>
      <Card title="Sessions">
        <Sessions />
      </Card>
      <Card title="E-mail address">
        <ChangeEmail />
      </Card>
      <Card title="Password">
        <ChangePassword />
      </Card>
      <Card title="Second factor">
        <SecondFactor />
      </Card>
      <Card title="Security events">
        <SecurityEvents />
      </Card>
      <Card title="Delete the account" tone="danger">
        <DeleteAccount />
      </Card>
    </Page>
  )
}
