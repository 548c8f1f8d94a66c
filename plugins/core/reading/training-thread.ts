import { parentPort, workerData } from 'node:worker_threads'
import { train } from './classifier.js'

// The thread in which a model is trained while calls go on: it is given the samples, sends the model, and ends.
const model = await train(workerData)
parentPort?.postMessage(model.toData())
