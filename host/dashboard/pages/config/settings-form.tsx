import { useMemo, useState } from 'react'
import { judgeConfig, saveConfig, type TaggedConfig } from '../../api/config.js'
import { paths } from '../../api/paths.js'
import { ProblemError } from '../../api/problem.js'
import { reload } from '../../api/resource.js'
import type { Schema } from '../../api/shapes.js'
import { useSubmit } from '../../api/submit.js'
import { SchemaForm } from '../../forms/schema-form.js'
import { familyMark, planSettings } from '../../forms/settings-plan.js'
import { Button } from '../../parts/button.js'
import { Card } from '../../parts/card.js'
import { Notice, Refusal } from '../../parts/notice.js'
import { AddSetting } from './add-setting.js'

interface SettingsFormProps {
  readonly slug: string
  readonly schema: Schema
  readonly saved: TaggedConfig
}

/** Edits a config: judged when asked, saved unless somebody else has changed it in between. */
export function SettingsForm({ slug, schema, saved }: SettingsFormProps) {
  const [enabled, setEnabled] = useState(saved.enabled)
  const [settings, setSettings] = useState<Readonly<Record<string, unknown>>>(saved.settings)
  const [added, setAdded] = useState<readonly string[]>([])
  const [verdict, setVerdict] = useState<string>()
  const present = Object.keys(saved.settings).join('\n')
  const plan = useMemo(() => planSettings(schema, present.split('\n').filter(Boolean), added), [schema, present, added])
  const judge = useSubmit(async () => {
    await judgeConfig(slug, wishOf(enabled, settings))
    setVerdict('This can be saved as it is. Nothing was saved yet.')
  })
  const save = useSubmit(async (data: Readonly<Record<string, unknown>>) => {
    await saveConfig(slug, wishOf(enabled, data), saved.etag)
  })
  const error = save.error ?? judge.error
  const faults = error instanceof ProblemError ? error.faults : []
  const begin = () => {
    setVerdict(undefined)
    judge.clear()
    save.clear()
  }
  const shown = faults.map(({ pointer }) => pointer).filter(pointer => pointer.startsWith('#/settings/'))
  return (
    <Card
      title="Settings"
      aside={<span className="quiet">{saved.revision === 0 ? 'never saved' : `revision ${saved.revision}`}</span>}
    >
      <label className="choice">
        <input type="checkbox" checked={enabled} onChange={event => setEnabled(event.target.checked)} />
        Switched on: actions of this product run for your account
      </label>
      <SchemaForm
        plan={plan}
        groups={plan.groups}
        data={{ ...settings }}
        change={setSettings}
        submit={data => {
          begin()
          void save.run(data)
        }}
        faults={faults}
        below="#/settings"
        idPrefix="setting"
      >
        <div className="stack">
          <AddSetting
            families={plan.families}
            addName={(kind, name) => setAdded([...added, familyMark(kind, name)])}
            addSetting={name => setAdded([...added, name])}
          />
          <div aria-live="polite" className="stack">
            {verdict && <Notice tone="good" title={verdict} />}
            <Refusal error={error} shown={shown} />
            {error instanceof ProblemError && error.code === 'revision_conflict' && (
              <p>
                <Button onClick={() => void reload(paths.config(slug))}>Load what was saved elsewhere</Button>
              </p>
            )}
          </div>
          <div className="actions">
            <Button type="submit" tone="primary" isBusy={save.isRunning}>
              Save
            </Button>
            <Button
              isBusy={judge.isRunning}
              onClick={() => {
                begin()
                void judge.run()
              }}
            >
              Check only
            </Button>
          </div>
        </div>
      </SchemaForm>
    </Card>
  )
}

/** What was left empty is left out: the settings that are sent take the place of all that were there. */
function wishOf(enabled: boolean, data: Readonly<Record<string, unknown>>) {
  const filled = Object.entries(data).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''
  )
  return { enabled, settings: Object.fromEntries(filled) }
}
