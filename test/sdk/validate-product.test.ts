import { type Product, Type } from '@product-host/sdk'
import t from 'tap'
import { checkedActions } from '../../sdk/dist/runtime/checked-actions.js'
import { validateManifest } from '../../sdk/dist/runtime/validate-product.js'

const input = Type.Object({ text: Type.String(), count: Type.Optional(Type.Integer()) })
const detail = Type.Object({
  list: Type.Array(Type.Object({ at: Type.String(), value: Type.Number() })),
  state: Type.String(),
  open: Type.Object({}, { additionalProperties: true }),
  any: Type.Unknown(),
  untold: Type.Unsafe<unknown>({ type: 'array' }),
  'a/b': Type.String(),
  'c~d': Type.String()
})
const action = {
  title: 'Act',
  description: 'Acts.',
  effect: 'read',
  input,
  detail,
  metrics: Type.Object({ count: Type.Integer() }),
  examples: [{ title: 'One', input: { text: 'a' } }],
  run: () => undefined
}
const product = { slug: 'acting', title: 'Acting', description: 'Acts.', version: '1.0.0', actions: { act: action } }

/** What a declaration is refused with; its types would not allow most of them. */
const refusals = (changes: object) => validateManifest({ ...product, ...changes } as unknown as Product)
const ofAction = (changes: object, name = 'act') => refusals({ actions: { [name]: { ...action, ...changes } } })
const checked = (changes: object) => checkedActions({ ...product, ...changes } as unknown as Product)
const ofSettings = (properties: object, more: object = {}) => ({
  settings: { ...Type.Object({}), properties, ...more }
})
const ofKinds = (recordKinds: object, actions: object = { act: action }) => ({ recordKinds, actions })
const ofEvents = (webhookEvents: unknown) => ({ webhookEvents })
const hook = {
  title: 'Form',
  description: 'A form.',
  action: 'act',
  bodies: ['form'],
  input: { fields: { text: '/t' } }
}
const ofHook = (changes: object) => ({ hooks: { form: { ...hook, ...changes } } })
const ofInput = (input: unknown) => ofHook({ input })
const ofOpened = (action: string, input: object) => ({
  home: [{ action: 'act', input: {}, views: [{ view: 'table', items: '/list', opens: { action, input } }] }]
})
const event = { description: 'It was sent.', data: Type.Object({ id: Type.String() }) }
const family = { title: 'Hooks', description: 'Where to.' }
const families = (given: unknown, patterns: object = { '^hook\\.[a-z]+$': { type: 'string' } }) =>
  ofSettings({}, { 'x-families': given, patternProperties: patterns })

t.test('a declaration that is sound is not refused, on every bound', async t => {
  for (const [what, changes] of Object.entries({
    'the product': {},
    'a slug of 32 characters': { slug: `a${'b'.repeat(31)}` },
    'a slug of several words': { slug: 'b2b-engine-2' },
    'a version with a build': { version: '10.20.30-rc.1+build.5' },
    'an icon by its name, and the last hue': { icon: 'radar', accent: 359 },
    'an icon of one path, and the first hue': { icon: `M${'4 6h.01-1e-3,Z'.padEnd(599, ' ')}`, accent: 0 },
    'an overview of an action': { overview: { action: 'act', input: {} } },
    'a home of four parts': { home: Array.from({ length: 4 }, () => ({ action: 'act', input: {} })) },
    'settings that are strings': ofSettings({ url: { type: 'string' } }),
    'a family of settings': families({ hook: { ...family, one: 'Hook', nameTitle: 'Name' } }),
    'kinds of records': ofKinds({
      'note:': { title: 'Note', text: '/text', deletion: 'alone' },
      'item:': { title: 'Item', deletion: { action: 'act', member: 'text' } },
      'log:': { title: 'Log' }
    }),
    events: ofEvents({ 'message.written': event, [`a${'b'.repeat(63)}`]: { ...event, description: 'x'.repeat(300) } }),
    'a hook with all that there is': ofHook({
      title: 'x'.repeat(300),
      bodies: ['json', 'form', 'query'],
      signatures: ['none', 'standard-webhooks', 'github', 'stripe', 'slack', 'shopify', 'basic'],
      input: { spread: true, fields: { text: '/a~1b/~0/0' }, text: 'text', chosen: ['count'], fixed: { text: 'a' } }
    }),
    'a field that is all of the body': ofInput({ fields: { text: '' } }),
    'migrations in any order': {
      migrate: [
        { from: 2, to: 3, change: () => 1 },
        { from: 1, to: 2, change: () => 1 }
      ]
    }
  }))
    t.strictSame(refusals(changes), [], what)
  for (const [what, changes] of Object.entries({
    'a deadline of a millisecond': { timeoutMs: 1 },
    'a deadline of five minutes': { timeoutMs: 300_000 },
    'a destructive write': { effect: 'write', destructive: true },
    'no metrics': { metrics: undefined },
    'a metric with a fraction': { metrics: Type.Object({ share: Type.Number() }) },
    'fields that decide': { decisiveFields: ['text', 'count'] },
    'errors in snake_case': { errors: { not_there: 'It is not there.', [`a${'1'.repeat(63)}`]: 'Long.' } },
    'a need': { needs: { storage: {} } },
    'a sunset on the day of the deprecation': { deprecated: { since: '2026-01-01', sunset: '2026-01-01' } },
    'a deprecation without a sunset': { deprecated: { since: '2026-01-01T10:00:00.5+02:00' } },
    'eight views': { detail: { ...detail, 'x-view': Array(8).fill({ view: 'status', value: '/state' }) } }
  }))
    t.strictSame(ofAction(changes), [], what)
  t.strictSame(ofAction({}, `a${'b'.repeat(63)}`), [])
})

t.test('what is wrong with a product is said in a sentence', async t => {
  const rows: readonly (readonly [object, RegExp])[] = [
    [{ slug: `a${'b'.repeat(32)}` }, /^The slug .* at most 32 characters/],
    [{ slug: 'Acting' }, /^The slug "Acting" is not of the form/],
    [{ slug: 'act_ing' }, /^The slug/],
    [{ slug: 'act-' }, /^The slug/],
    [{ slug: '2act' }, /^The slug/],
    [{ slug: 'usage' }, /^The slug "usage" is reserved/],
    [{ slug: 'keys' }, /reserved/],
    [{ slug: 'developers' }, /reserved/],
    [{ title: '' }, /^It lacks a title or a description\.$/],
    [{ description: '' }, /^It lacks a title or a description\.$/],
    [{ version: '1.0' }, /^Its version "1\.0" is not a semantic version/],
    [{ version: 'v1.0.0' }, /^Its version/],
    [{ version: '1.0.0 ' }, /^Its version/],
    [
      { icon: 'rador' },
      /^Its icon is neither a name that the sdk has, such as "radar", nor the data of one SVG path, which begins with M/
    ],
    [{ icon: 'toString' }, /^Its icon/],
    [{ icon: '<path d="M4 6h.01"/>' }, /^Its icon/],
    [{ icon: 'M4 6h.01"/><script>' }, /^Its icon/],
    [{ icon: 'Mars' }, /^Its icon/],
    [{ icon: 'm4 6h.01' }, /^Its icon/],
    [{ icon: `M4 6${'h1'.repeat(299)}` }, /^Its icon .* at most 600 characters\.$/],
    [{ icon: ['radar'] }, /^Its icon/],
    [{ accent: 360 }, /^Its accent is not a hue in whole degrees from 0 to 359, such as 265 for blue\.$/],
    [{ accent: -1 }, /^Its accent/],
    [{ accent: 1.5 }, /^Its accent/],
    [{ accent: '#2f4fc4' }, /^Its accent/],
    [{ actions: {} }, /^It declares no action\.$/],
    [{ overview: { action: 'none', input: {} } }, /^Its overview names "none", which is no action of it/],
    [{ overview: { action: 'toString', input: {} } }, /^Its overview names "toString"/],
    [{ home: 'act' }, /^Its home is "act"; it is a list of parts with an action and an input each\.$/],
    [{ home: { action: 'act', input: {} } }, /^Its home is \{"action":"act","input":\{\}\}; it is a list/],
    [{ home: null }, /^Its home is null; it is a list/],
    [{ home: [{ action: 'act' }] }, /^A part of its home is \{"action":"act"\}; it is/],
    [ofOpened('none', {}), /^The view table of "act" opens "none", which is no action that people run\.$/],
    [ofOpened('act', { none: '/at' }), /^The view table of "act" fills in "none" of "act", which its input lacks\.$/],
    [{ home: [{ action: 'none', input: {} }] }, /^Its home names "none", which is no action of it\.$/],
    [{ home: [{ action: 'act', input: {}, title: 'x'.repeat(81) }] }, /^The title of "act" in its home is not a text/],
    [
      { home: [{ action: 'act', input: {}, views: [] }] },
      /^"views" of "act" in the home is not a list of 1 to 8 views\.$/
    ],
    [{ home: Array.from({ length: 5 }, () => ({ action: 'act', input: {} })) }, /^Its home has 5 parts; at most 4/],
    [ofSettings({ size: { type: 'number' } }), /^The setting "size" is not a string/],
    [ofSettings({}, { patternProperties: { '^a': { type: 'number' } } }), /^The setting "\^a" is not a string/],
    [{ migrate: { from: 0, to: 1, change: () => 1 } }, /^Its migration from 0 to 1 does not lead/],
    [{ migrate: { from: 1, to: 1, change: () => 1 } }, /^Its migration from 1 to 1 does not lead/],
    [{ migrate: { from: 1.5, to: 2, change: () => 1 } }, /^Its migration from 1\.5/],
    [{ migrate: { from: 1, to: 2.5, change: () => 1 } }, /^Its migration from 1 to 2\.5/],
    [{ migrate: { from: 1, to: 2 } }, /has no change function/],
    [
      {
        migrate: [
          { from: 1, to: 2, change: () => 1 },
          { from: 3, to: 4, change: () => 1 }
        ]
      },
      /^Its migrations do not go on from version 2/
    ],
    [families('all'), /^"x-families" of the settings is not an object/],
    [families({ mail: family }), /^"x-families" names "mail", but no pattern/],
    [families({ hook: family }, { '^hooks\\.': { type: 'string' } }), /^"x-families" names "hook", but no pattern/],
    [families({ hook: { description: 'Where to.' } }), /^"x-families" gives "hook" no title/],
    [families({ hook: { title: 'Hooks' } }), /^"x-families" gives "hook" no description/],
    [families({ hook: { ...family, colour: 'red' } }), /^"colour" of "hook" in "x-families" is not one of/],
    [families({ hook: { ...family, one: ' ' } }), /^"one" of "hook"/],
    [families({ hook: { ...family, one: 1 } }), /^"one" of "hook"/],
    [ofKinds({ '': { title: 'All' } }), /lacks a start of its keys or a title/],
    [ofKinds({ 'note:': { title: '' } }), /^The record kind "note:" lacks a start of its keys or a title/],
    [ofKinds({ 'n:': { title: 'N' }, 'n:m:': { title: 'M' } }), /^The record kind "n:m:" starts as another kind does/],
    [
      ofKinds({ 'n:': { title: 'N', text: 'text' } }),
      /^The text of the record kind "n:" is "text", which is no JSON Pointer/
    ],
    [
      ofKinds({ 'n:': { title: 'N', deletion: { action: 'none', member: 'text' } } }),
      /^The record kind "n:" is deleted by "none", which is no action that people run/
    ],
    [
      ofKinds({ 'n:': { title: 'N', deletion: { action: 'toString', member: 'text' } } }),
      /is deleted by "toString", which is no action/
    ],
    [
      ofKinds(
        { 'n:': { title: 'N', deletion: { action: 'act', member: 'text' } } },
        { act: { ...action, internal: true } }
      ),
      /is deleted by "act", which is no action that people run/
    ],
    [
      ofKinds({ 'n:': { title: 'N', deletion: { action: 'act', member: 'id' } } }),
      /^The record kind "n:" is deleted by "id" of "act", which its input lacks/
    ],
    [ofEvents('all'), /^Its webhookEvents are not an object/],
    [ofEvents({ 'Message.written': event }), /^The event "Message\.written" is not of the form/],
    [ofEvents({ 'message..written': event }), /is not of the form/],
    [ofEvents({ [`a${'b'.repeat(64)}`]: event }), /is not of the form .* at most 64 characters/],
    [
      ofEvents({ sent: { ...event, description: 'x'.repeat(301) } }),
      /^The event "sent" lacks a description of at most 300/
    ],
    [ofEvents({ sent: { ...event, description: ' ' } }), /lacks a description/],
    [ofEvents({ sent: { ...event, description: 1 } }), /lacks a description/],
    [
      ofEvents({ sent: { description: 'It was sent.' } }),
      /^The data schema of the event "sent" is not an object schema/
    ],
    [
      ofEvents({ sent: { ...event, data: Type.Object({ constructor: Type.String() }) } }),
      /^The data schema of the event "sent" declares the reserved property "constructor"/
    ],
    [{ hooks: 'all' }, /^Its hooks are not an object/],
    [{ hooks: { form: 'all' } }, /^The hook "form" is not an object/],
    [{ hooks: { 'a-form': hook } }, /^The hook "a-form" is not of the form/],
    [ofHook({ title: ' ' }), /^The hook "form" lacks a title of at most 300/],
    [ofHook({ description: 'x'.repeat(301) }), /^The hook "form" lacks a description/],
    [ofHook({ bodies: [] }), /^The bodies of the hook "form" are not a list of json, form, query/],
    [ofHook({ bodies: ['xml'] }), /^The bodies of the hook "form" are not a list/],
    [ofHook({ signatures: ['md5'] }), /^The signatures of the hook "form" are not a list of none, standard-webhooks/],
    [ofHook({ action: 'toString' }), /^The hook "form" calls "toString", which is no action that people run/],
    [{ ...ofHook({}), actions: { act: { ...action, internal: true } } }, /which is no action that people run/],
    [ofInput(undefined), /^The hook "form" lacks an input/],
    [ofInput({ member: 'text' }), /^The input of the hook "form" has the unknown member "member"/],
    [ofInput({ spread: 1 }), /^The spread of the hook "form" is not true/],
    [ofInput({ text: 1 }), /^The text of the hook "form" is no name of a field/],
    [ofInput({ text: 'other' }), /^The hook "form" fills in "other", which is no field of its action/],
    [ofInput({ chosen: 'text' }), /are not objects, or the chosen ones no list/],
    [ofInput({ fields: { text: 'text' } }), /comes from "text", which is no JSON Pointer/],
    [ofInput({ fields: { text: '/~2' } }), /which is no JSON Pointer/],
    [ofInput({ fields: { other: '/a' } }), /fills in "other"/],
    [ofInput({ fixed: { other: 1 } }), /fills in "other"/],
    [ofInput({ chosen: ['other'] }), /fills in "other"/],
    [ofInput({ chosen: ['text'], fixed: { text: 'a' } }), /has "text" among the chosen fields, and fixed/]
  ]
  for (const [changes, sentence] of rows) {
    const found = refusals(changes)
    t.equal(found.length, 1, String(sentence))
    t.match(found[0], sentence)
  }
})

t.test('a hook does not fix what its action refuses', async t => {
  t.doesNotThrow(() => checked(ofInput({ fixed: { text: 'a', count: 3 } })))
  t.throws(() => checked(ofInput({ fixed: { count: 'three' } })), {
    message: /^The hook "form" fixes a field that "act" refuses: #\/count /
  })
  t.doesNotThrow(() => checked(ofInput({ fixed: { count: 3 } })), 'what is missing is for the sender to give')
})

t.test('what is wrong with an action is said in a sentence', async t => {
  const rows: readonly (readonly [object, RegExp])[] = [
    [{ run: undefined }, /^The action "act" has no run function/],
    [{ title: '' }, /^The action "act" lacks a title or a description/],
    [{ description: '' }, /^The action "act" lacks a title or a description/],
    [{ effect: 'delete' }, /^The action "act" declares the effect "delete"; it is read, write or external/],
    [{ destructive: true }, /^The action "act" only reads, so that it cannot be destructive/],
    [{ timeoutMs: 0 }, /^The action "act" declares a timeoutMs that is not a whole number from 1 to 300000/],
    [{ timeoutMs: 300_001 }, /timeoutMs/],
    [{ timeoutMs: 1.5 }, /timeoutMs/],
    [{ examples: [] }, /^The action "act" shows no example/],
    [{ examples: undefined }, /^The action "act" shows no example/],
    [{ input: Type.String() }, /^The input schema of "act" is not an object schema/],
    [{ detail: { type: 'object' } }, /^The detail schema of "act" is not an object schema/],
    [{ metrics: Type.Array(Type.Integer()) }, /^The metrics schema of "act" is not an object schema/],
    [
      { input: Type.Object({ action: Type.String() }) },
      /^The input schema of "act" declares the reserved property "action"/
    ],
    [{ input: Type.Object({ prototype: Type.String() }) }, /declares the reserved property "prototype"/],
    [
      { detail: Type.Object({ error: Type.String() }) },
      /^The detail schema of "act" declares the reserved property "error"/
    ],
    [{ detail: Type.Object({ ignoredFields: Type.String() }) }, /reserved property "ignoredFields"/],
    [{ detail: Type.Object({ misspeltFields: Type.String() }) }, /reserved property "misspeltFields"/],
    [{ metrics: Type.Object({ count: Type.String() }) }, /^The metric "count" of "act" is not a number/],
    [{ decisiveFields: ['text', 'size'] }, /^The decisive field "size" of "act" is no property of its input/],
    [{ decisiveFields: ['toString'] }, /^The decisive field "toString"/],
    [
      { confirmationFields: ['size'] },
      /^The confirmation field "size" of "act" is no property of its input that can be left out/
    ],
    [{ confirmationFields: ['text'] }, /^The confirmation field "text"/],
    [{ needs: { confirmed: {} } }, /"confirmed"/],
    [{ needs: { signal: {} } }, /^The action "act" calls a need "signal", which is a name of the context/],
    [{ needs: { account: {} } }, /"account"/],
    [{ needs: { requestId: {} } }, /"requestId"/],
    [{ needs: { job: {} } }, /"job"/],
    [{ needs: { progress: {} } }, /"progress"/],
    [{ errors: { notThere: 'It is not there.' } }, /^The error code "notThere" of "act" is not in snake_case/],
    [{ errors: { [`a${'1'.repeat(64)}`]: 'Long.' } }, /is not in snake_case/],
    [{ deprecated: { since: '1 May 2026' } }, /^The action "act" is deprecated since "1 May 2026", which is no date/],
    [{ deprecated: { since: '2026-13-01' } }, /is no date by ISO 8601/],
    [
      { deprecated: { since: '2026-01-01', sunset: 'soon' } },
      /^The action "act" has the sunset "soon", which is no date/
    ],
    [
      { deprecated: { since: '2026-01-02', sunset: '2026-01-01' } },
      /^The action "act" has its sunset before it is deprecated/
    ]
  ]
  for (const [changes, sentence] of rows) {
    const found = ofAction(changes)
    t.equal(found.length, 1, String(sentence))
    t.match(found[0], sentence)
  }
  for (const name of ['Act', 'act-now', '2act', `a${'b'.repeat(64)}`, 'constructor'])
    t.match(ofAction({}, name), [/^The action name .* is not of the form lower-case words joined by underscores/], name)
})

t.test('what was written for contract 1 is refused as that, whatever else is wrong', async t => {
  for (const changes of [
    { contract: 1, slug: '' },
    { briefing: {} },
    { actions: { fine: action, act: { ...action, asks: [] } } }
  ])
    t.match(refusals(changes), [/^It is written for contract 1/])
  t.equal(refusals({ contract: 1, slug: '' }).length, 1)
})

t.test('views stand in the detail schema, in a list, and point to what it declares', async t => {
  const view = { view: 'table', items: '/list', columns: ['/at', '/value'] }
  const shows = (views: unknown, more: object = {}) => ofAction({ detail: { ...detail, 'x-view': views }, ...more })
  for (const views of [
    [view],
    [{ view: 'status', value: '/open/anything', meters: [{ value: '/state', title: 'A' }] }],
    [{ view: 'status', value: '/state', strip: { items: '/list', status: '/at' } }],
    [{ view: 'table', items: '/open/list', columns: ['/any'] }],
    [{ view: 'table', items: '/any/list', columns: ['/any'] }],
    [{ view: 'table', items: '/untold', columns: ['/any'] }],
    [{ view: 'status', value: '/a~1b', text: '/c~0d' }]
  ])
    t.strictSame(shows(views), [])
  const rows: readonly (readonly [readonly string[], RegExp])[] = [
    [shows([]), /^"x-view" of "act" is not a list of 1 to 8 views/],
    [shows(Array(9).fill(view)), /^"x-view" of "act" is not a list of 1 to 8 views/],
    [shows(view), /^"x-view" of "act" is not a list/],
    [shows([{ view: 'pie' }]), /^A view of "act" is "pie"; it is one of /],
    [shows([{ view: 'toString' }]), /^A view of "act" is "toString"/],
    [shows([{ ...view, columns: [] }]), /^The view table of "act" is not well formed: #\/columns /],
    [shows([{ ...view, colour: 'red' }]), /^The view table of "act" is not well formed/],
    [shows([{ ...view, items: '/state' }]), /^The view table of "act" shows \/state, which is no list/],
    [shows([{ ...view, items: '/none' }]).slice(0, 1), /^The view table of "act" shows \/none, which is no list/],
    [
      shows([{ ...view, columns: ['/none'] }]),
      /points to \/none by "columns", which its detail schema does not declare/
    ],
    [shows([{ ...view, columns: ['/state'] }]), /points to \/state by "columns"/],
    [shows([{ view: 'status', value: '/at' }]), /^The view status of "act" points to \/at by "value"/],
    [
      shows([{ view: 'status', value: '/state', meters: [{ value: '/none', title: 'A' }] }]),
      /points to \/none by "meters"/
    ],
    [
      shows([{ view: 'status', value: '/state', strip: { items: '/state', status: '/at' } }]),
      /shows \/state as a strip, which is no list/
    ],
    [
      shows([{ view: 'status', value: '/state', strip: { items: '/list', status: '/state' } }]),
      /points to \/state in its strip/
    ],
    [ofAction({ input: { ...input, 'x-view': [view] } }), /^A schema of "act" has "x-view" in a place other than/],
    [ofAction({ metrics: { ...action.metrics, 'x-view': [view] } }), /in a place other than/],
    [
      ofAction({ detail: Type.Object({ list: Type.Array(Type.Object({}, { 'x-view': [view] })) }) }),
      /in a place other than/
    ],
    [
      ofAction({ detail: Type.Object({ any: Type.Union([Type.Object({}, { 'x-view': [view] })]) }) }),
      /in a place other than/
    ],
    [
      ofAction({ detail: Type.Object({}, { additionalProperties: Type.Object({}, { 'x-view': [view] }) }) }),
      /in a place other than/
    ],
    [refusals(ofSettings({}, { 'x-view': [view] })), /^The settings schema has "x-view"/]
  ]
  for (const [found, sentence] of rows) {
    t.equal(found.length, 1, String(sentence))
    t.match(found[0], sentence)
  }
})

t.test('a field that names a record stands in an input, is a text, and names a kind of the product', async t => {
  const named = (start: unknown, type: object = Type.String()) => ({
    recordKinds: { 'note:': { title: 'Note' } },
    actions: { act: { ...action, input: Type.Object({ text: { ...type, 'x-record': start } }) } }
  })
  t.strictSame(refusals(named('note:')), [])
  t.match(refusals(named('item:')), [/^"x-record" in the input schema of "act" is "item:", which is no record kind/])
  t.match(refusals(named('toString')), [/is "toString", which is no record kind/])
  t.match(refusals(named(1)), [/is 1, which is no record kind/])
  const elsewhere = /^A schema of "act" has "x-record" in a place other than a string of the input schema/
  t.match(refusals(named('note:', Type.Integer())), [elsewhere])
  const note = { ...Type.String(), 'x-record': 'note:' }
  t.match(ofAction({ detail: Type.Object({ note }) }), [elsewhere])
  const kinds = { recordKinds: { 'note:': { title: 'Note' } } }
  t.match(refusals({ ...kinds, ...ofSettings({ note }) }), [/^The settings schema has "x-record"/])
  t.match(refusals({ ...kinds, options: Type.Object({ note }) }), [/^The options schema has "x-record"/])
  t.match(refusals({ ...kinds, ...ofEvents({ sent: { ...event, data: Type.Object({ note }) } }) }), [
    /^The data schema of the event "sent" has "x-record"/
  ])
})

t.test('examples and the overview are taken by their schemas as they are, and an overview only reads', async t => {
  const act = (changes: object) => ({ actions: { act: { ...action, ...changes } } })
  const overview = { action: 'act', input: { text: 'a' } }
  t.match(checked({ overview }), [{ name: 'act' }])
  const rows: readonly (readonly [object, RegExp])[] = [
    [
      act({ examples: [{ title: 'One', input: {} }] }),
      /^The example "One" of "act" is refused by its own schema: #\/text /
    ],
    [
      act({ examples: [...action.examples, { title: 'Two', input: { text: 'a', size: 1 } }] }),
      /^The example "Two" of "act" is refused by its own schema: #\/size is not a known property/
    ],
    [act({ examples: [{ title: 'One', input: { text: 'a\u0000' } }] }), /^The example "One" of "act" is refused/],
    [{ overview: { ...overview, input: {} } }, /^Its overview is refused by the schema of "act": #\/text /],
    [{ overview: { ...overview, input: { text: 'a', size: 1 } } }, /^Its overview is refused .* #\/size /],
    [{ overview, ...act({ internal: true }) }, /^Its overview names "act", which is not on the wire/],
    [{ overview, ...act({ effect: 'write' }) }, /^Its overview runs "act", which does more than read/],
    [
      {
        overview,
        ...act({ effect: 'write', effectOf: ({ count }: { count?: number }) => (count ? 'read' : 'write') })
      },
      /does more than read/
    ]
  ]
  for (const [changes, message] of rows) t.throws(() => checked(changes), { message }, String(message))
  const withDefault = Type.Object({ text: Type.String(), count: Type.Integer({ default: 1 }) })
  const effectOf = ({ count }: { count?: number }) => (count === 1 ? 'read' : 'write')
  t.match(checked({ overview, ...act({ effect: 'write', input: withDefault, effectOf }) }), [{ name: 'act' }])
})

t.test('all that is wrong is said at once, and a schema that does not compile by its name', async t => {
  t.throws(() => checked({ title: '', version: '1' }), { message: /^It lacks a title .*\. Its version "1" is not/ })
  for (const part of ['input', 'detail', 'metrics'])
    t.throws(
      () =>
        checked({ actions: { act: { ...action, [part]: Type.Object({ text: { type: 'string', pattern: '(' } }) } } }),
      {
        message:
          part === 'metrics' ? /^The metric "text"/ : new RegExp(`^The ${part} schema of "act" does not compile: `)
      }
    )
})
