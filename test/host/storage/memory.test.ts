import t from 'tap'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { storageContract } from './contract.js'

storageContract(t, 'memory', async (_t, now) => memoryBackend(now))
