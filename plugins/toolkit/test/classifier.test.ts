import t from 'tap'
import { Classifier, characterNgrams, FeatureCounts, repeatableRandom, train } from '../dist/classifier.js'

function featuresOf(text: string) {
  const counts = new FeatureCounts(512)
  for (const word of text.split(' ')) {
    counts.add(word, 1)
    for (const letters of characterNgrams(word)) counts.add(letters, 0.3)
  }
  return counts.features()
}

const training = { labels: ['greets', 'parts'], size: 512, epochs: 20, rate: 0.4, decay: 1e-5 }
const samples = [
  ['hello there', 'greets'],
  ['good morning to you', 'greets'],
  ['goodbye then', 'parts'],
  ['see you tomorrow', 'parts']
].map(([text = '', label = '']) => ({ features: featuresOf(text), label, weight: 1 }))

t.test('a model learns its samples, and knows a word with a typing error', async t => {
  const model = await train(samples, training)
  const likely = (text: string) => model.predict(featuresOf(text)).get('greets') ?? 0
  for (const { features, label } of samples) t.ok((model.predict(features).get(label) ?? 0) > 0.8, label)
  t.ok(likely('helo there') > 0.6)
  t.ok(likely('goodbyee') < 0.4)
  t.ok(Math.abs([...model.predict(featuresOf('hello')).values()].reduce((sum, each) => sum + each, 0) - 1) < 1e-9)
})

t.test('the same samples give the same bytes, and the stored model nearly the same likelihoods', async t => {
  const model = await train(samples, training)
  const data = model.toData()
  t.strictSame((await train(samples, training)).toData(), data)
  const stored = Classifier.fromData(JSON.parse(JSON.stringify(data)))
  t.strictSame(stored.labels, training.labels)
  for (const { features, label } of samples) {
    const [before = 0, after = 0] = [model, stored].map(each => each.predict(features).get(label))
    t.ok(Math.abs(before - after) < 0.05, `${before} and ${after}`)
  }
})

t.test('training rests when it is told to', async t => {
  let rests = 0
  const rest = async () => void rests++
  await train(samples, { ...training, epochs: 2 }, { isOver: true, rest })
  t.equal(rests, 2 * samples.length)
})

t.test('a text without features is on no side', async t => {
  const { values } = new FeatureCounts(8).features()
  t.strictSame(values, [])
})

t.test('random numbers are from 0 to 1, and the same in each run', async t => {
  const [one, other] = [repeatableRandom(7), repeatableRandom(7)]
  for (let count = 0; count < 100; count++) {
    const number = one()
    t.ok(number >= 0 && number < 1)
    t.equal(other(), number)
  }
})
