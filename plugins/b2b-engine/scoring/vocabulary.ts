/**
 * What a word stands for when a phrase is read. A `subject` is what a phrase is about, an `event` what happened to it. `deny` denies what
 * follows, `denyAll` everything in its clause, `fail` says that something planned did not happen, `former` that it no longer holds.
 * `contrast` begins a new clause, `filler` says nothing.
 */
export type WordKind = 'subject' | 'event' | 'deny' | 'denyAll' | 'fail' | 'former' | 'contrast' | 'filler'

/** Words and word groups that mean the same in the four languages. `*` ends a word in any way. */
interface WordClass {
  readonly kind: WordKind
  readonly en: string
  readonly de: string
  readonly fr: string
  readonly es: string
}

/**
 * The word classes by which the labelled phrases are compared with what a caller writes: "asked for a demo" and "bittet um eine Vorführung"
 * are one phrase. Source: written for this product from the wording of CRM notes and call outcomes in the four languages.
 */
export const vocabulary: Readonly<Record<string, WordClass>> = {
  deny: {
    kind: 'deny',
    en: 'no, not, never, without, cannot, cant, couldnt, isnt, arent, wasnt, werent, hasnt, havent, hadnt, doesnt, dont, didnt, wont, wouldnt, nobody, neither, nor, lack of, zero, not yet, has yet to, yet to, unable to, failed to, fails to, refuses to, refused to, declined to, far from, unlikely to, no longer, not any more, not anymore, hardly, barely, scarcely, rarely, seldom, doubt, w o',
    de: 'kein, keine, keinen, keinem, keiner, keinerlei, ohne, niemand, weder, kaum, fehlendes, fehlende',
    fr: 'sans, aucun, aucune, personne, ni, manque de, manque, refuse de',
    es: 'sin, ningun, ninguna, ninguno, nadie, tampoco, ni, falta de, falta, jamas'
  },
  denyAll: {
    kind: 'denyAll',
    en: 'lacking, none, nowhere, little, low, limited, insufficient, nothing, lacks, stopped, stops',
    de: 'nicht, nie, niemals, nicht mehr, noch nicht, noch nie, fehlt, fehlen, wenig, geringes, gering, geringe, selten, nichts, nix',
    fr: 'ne, n, pas, jamais, ne plus, pas encore, pas du tout, peu, peu d, rarement, faible, insuffisant, rien',
    es: 'no, nunca, ya no, aun no, todavia no, poco, poca, apenas, escaso, escasa, rara vez, nada'
  },
  fail: {
    kind: 'fail',
    en: 'cancelled, canceled, cancels, cancel, cancelling, canceling, cancellation, declined, declines, declining the, rejected, rejects, refused, refuses, scrapped, dropped, fell through, called off, calls off, withdrawn, withdrew, pulled out, backed out, abandoned, expired, lapsed, ran out, denied, failed, no show, no showed, noshow, no shows, did not show up, didnt show up, didnt show, did not show, didnt turn up, did not turn up, didnt attend, did not attend, didnt join, did not join, never joined, never showed up, never showed, never attended, missed, skipped, stood us up, turned down, turns down, said no to, blocked, killed, axed, went nowhere, fallen through, wants to cancel, deleted, unused, without use, not used, never used, never logged in, never started, never activated, wasted, botched, broke down, disastrous, went badly, went poorly, terminated, stood up, bailed, bailed on, flaked, bombed, flopped, backed off, nixed, walked away, pulled the plug, aborted, did not go well, fizzled out, died, collapsed, fallen apart, fell apart, cancel*, reject*, cxl, cxld, canx, no showed us, dns, came too late, too late, too much effort, too much work, too much hassle, dead, dried up, drying up, unanswered, took back, flop, fiasco, scuppered, torpedoed, shot down, petered out, came to nothing, led nowhere, rescinded, revoked, retracted, banned, forbade, forbidden, prohibited, ground to a halt, struck off, crossed us off, took us off, taken us off, left us out, ruled us out, threw us out, kicked us out, dropped us, ditched us, snubbed us, passed us over, eliminated us, told us no, turned us away',
    de: 'abgesagt, sagt .. ab, sagte .. ab, absage, storniert, stornierung, abgelehnt, lehnt .. ab, lehnte .. ab, ablehnung, geplatzt, ausgefallen, gestoppt, gestrichen, abgebrochen, zuruckgezogen, zieht .. zuruck, zog .. zuruck, abgelaufen, verfallen, nicht erschienen, erschien nicht, nicht aufgetaucht, nicht gekommen, kam nicht, nicht teilgenommen, ferngeblieben, nicht wahrgenommen, versaumt, verpasst, ungenutzt, nicht genutzt, nie genutzt, nie benutzt, nie eingeloggt, gescheitert, geloscht, verworfen, blockiert, zuruckgewiesen, ausgeschlagen, nicht angenommen, platzen lassen, platzen, lasst .. platzen, liess .. platzen, versetzt, uns versetzt, sitzen gelassen, storni*, abgesag*, absag*, ablehn*, abgelehn*, gestopp*, nicht .. erschienen, nicht .. gekommen, nicht .. aufgetaucht, nicht .. teilgenommen, nicht .. wahrgenommen, nicht .. genutzt, nicht .. aufgeschlagen, zu aufwendig, zu aufwandig, zu spat, gestorben, misserfolg, durchgefallen, fehlgeschlagen',
    fr: 'annule, annulee, annules, annulees, annulation, refuse, refusee, refusent, refus, rejete, rejetee, decline, declinee, abandonne, abandonnee, tombe a l eau, expire, expiree, pas venu, pas venus, pas venue, pas presente, s est pas presente, pas presentes, absent, absente, non utilise, jamais utilise, pas utilise, sans l utiliser, bloque, bloquee, arrete, arretee, retire, retiree, rate, manque le rendez vous, lapin, stoppe, echoue, resilie, resiliee, avorte, capote, echec, annul*, refus*, rejet*, declin*, abandonn*, trop tard, mort, enterre, enterree, sans suite, est revenu sur',
    es: 'cancelado, cancelada, cancelo, cancela, cancelaron, cancelan, cancelar, cancelacion, anulado, anulada, anulo, anularon, rechazado, rechazada, rechazo, rechaza, rechazaron, rechazan, declino, declinaron, abandonado, abandonada, abandono, no se presento, no se presentaron, no aparecio, no aparecieron, no vino, no vinieron, no asistio, no asistieron, no acudio, planton, caducado, caducada, caduco, expirado, expiro, sin usar, sin usarla, sin usarlo, nunca uso, no uso, descartado, descartada, descarto, bloqueado, bloqueo, bloquearon, retirado, retiro, fallido, fallida, no se conecto, plantado, nos dejo plantados, dejo plantado, fracaso, fracasado, se cayo, se ha caido, cancel*, anul*, rechaz*, declin*, abandon*, demasiado tarde, murio, muerto, sin resultado, retrasaron, eliminaron, elimino'
  },
  hold: {
    kind: 'fail',
    en: 'postponed, postpones, delayed, on hold, put on hold, paused, frozen, froze, freeze, shelved, parked, stalled, suspended, pushed back, pushed out, deferred, put off, pushed to next year, pushed to next quarter, slipped, on ice, on the back burner, postpone, delay, delays, put on the back burner, pushed, pausing, pause, postpon*, putting me off, putting us off, puts us off, puts me off, stalling, drags on, dragging on, dragging, on the shelf, in limbo, deadlocked, gridlocked, mothballed, kicked down the road, dragged on, sidelined, deprioritised, deprioritized, stuck in committee, gathering dust, at a standstill',
    de: 'verschoben, verschiebt, vertagt, ausgesetzt, eingefroren, auf eis, auf eis gelegt, pausiert, zuruckgestellt, verzogert sich, verzogert, liegt auf eis, ruht, zieht sich hin, aufgeschoben, verschieben, verzogerung, verzogerungen, vertagen, verschieb*, verschob*',
    fr: 'reporte, reportee, reporter, repoussee, suspendu, suspendue, gele, gelee, geles, en pause, en suspens, en attente indefinie, en stand by, remis a plus tard, repousse, a l arret, au point mort, decale, decalee, ajourne, ajournee, retard, retarde, suspend*, repouss*',
    es: 'aplazado, aplazada, aplazo, aplazaron, pospuesto, pospuesta, pospuso, pospusieron, suspendido, suspendida, congelado, congelada, congelaron, paralizado, paralizada, parado, parada, en pausa, retrasado, retrasada, retrasa, en espera, estancado, estancada, aplazar, posponer, retraso, retrasos, demora, aplazamiento, aplaz*, pospon*, pospus*, suspend*, congel*, dejarlo'
  },
  former: {
    kind: 'former',
    en: 'former, formerly, ex, previous, previously, past, used to be, retired, outgoing, ousted, prior, last company, last job, old company, old job, last employer, previous company, previous employer, previous job',
    de: 'ehemalige, ehemaliger, ehemaligen, ehemals, fruherer, fruhere, fruheren, fruher, vormals, ausgeschiedener, ausgeschiedene',
    fr: 'ancien, ancienne, anciens, ex, precedent, precedente, autrefois, retraite',
    es: 'antiguo, antigua, ex, anterior, exdirector, exdirectora, jubilado, jubilada'
  },
  contrast: {
    kind: 'contrast',
    en: 'but, however, although, though, while, whereas, instead',
    de: 'aber, jedoch, obwohl, allerdings, doch, sondern',
    fr: 'mais, cependant, toutefois, pourtant, bien que, par contre',
    es: 'pero, sin embargo, aunque, en cambio, sino'
  },

  // subjects
  demo: {
    kind: 'subject',
    en: 'demo, demos, demo call, demonstration, demonstrations, product tour, walkthrough, live demo, product demo, demo request, demo meeting, demo session, demo slot, see it working, see it in action, see it live, see how it works, sample, samples, mockup, mock up, prototype',
    de: 'demo, demos, demotermin, produktdemo, vorfuhrung, produktvorfuhrung, live demo, onlinedemo, demonstration, demo termin, demoanfrage, prasentation, muster, prototyp',
    fr: 'demo, demos, demonstration, demonstrations, presentation produit, presentation du produit, presentation, maquette, prototype, echantillon',
    es: 'demo, demos, demostracion, demostraciones, presentacion, presentacion del producto, muestra, prototipo, maqueta'
  },
  trial: {
    kind: 'subject',
    en: 'trial, trials, free trial, pilot, pilot project, proof of concept, poc, test account, trial account, test phase, trial period, evaluation license, tester, testers, test users, trial users, pilot users, beta users, test team, pilot team',
    de: 'test, testphase, testzugang, teststellung, testversion, testaccount, pilot, pilotprojekt, probezugang, probezeit, probephase, poc, testlauf, testkunden, testnutzer, testanwender, tester, pilotkunden, pilotnutzer',
    fr: 'essai, essai gratuit, periode d essai, pilote, projet pilote, version d essai, poc, compte d essai, phase de test, testeur, testeurs, utilisateurs test, utilisateurs pilotes',
    es: 'prueba, prueba gratuita, periodo de prueba, piloto, proyecto piloto, version de prueba, prueba de concepto, poc, cuenta de prueba, usuarios de prueba, probadores, usuarios del piloto'
  },
  quote: {
    kind: 'subject',
    en: 'quote, quotes, quotation, estimate, cost estimate, price quote, written offer, formal offer, quote request, quote requested',
    de: 'angebot, angebote, kostenvoranschlag, preisangebot, offerte, angebotsanfrage',
    fr: 'devis, offre, offre chiffree, proposition chiffree, offre de prix, chiffrage',
    es: 'presupuesto detallado, cotizacion, cotizaciones, oferta, oferta economica, presupuesto por escrito, presupuesto para, propuesta economica'
  },
  proposal: {
    kind: 'subject',
    en: 'proposal, proposals, business case, statement of work, sow',
    de: 'vorschlag, konzept, angebotsentwurf',
    fr: 'proposition, propositions, proposition commerciale',
    es: 'propuesta, propuestas, propuesta comercial'
  },
  tender: {
    kind: 'subject',
    en: 'rfp, rfps, rfq, rfi, tender, tenders, request for proposal, request for proposals, request for quotation, invitation to tender, itt, bid process, procurement process',
    de: 'ausschreibung, ausschreibungen, ausschreibungsunterlagen, lastenheft, vergabeverfahren',
    fr: 'appel d offres, appels d offres, cahier des charges, marche public, consultation fournisseurs',
    es: 'licitacion, licitaciones, concurso publico, pliego, pliego de condiciones, solicitud de propuestas, concurso'
  },
  meeting: {
    kind: 'subject',
    en: 'meeting, meetings, call, calls, phone call, discovery call, intro call, sales call, appointment, appointments, video call, site visit, discovery, kickoff, kick off, workshop with us, onsite meeting, zoom, follow up call, follow up meeting, next meeting, second meeting, next call, second call, slot, chat, catch up, coffee, zoom call, teams call, training, pitch meeting, workshop, lunch, conversation, conversations, session, mtg, mtgs, mtng, appt, appts, disco call, intro mtg, f2f, face to face, vc call, calendar invite, calendar invitation, my calendar, our calendar',
    de: 'termin, termine, meeting, gesprach, gesprache, telefonat, erstgesprach, beratungsgesprach, videocall, anruf, besprechung, treffen, call, folgetermin, zweittermin, kennenlerngesprach, vor ort termin, gesprachstermin, zweites gesprach, austausch, unterhaltung',
    fr: 'rendez vous, rdv, reunion, reunions, appel, entretien, visio, echange telephonique, appel de decouverte, second rendez vous, deuxieme rendez vous, echange, echanges, dejeuner, point telephonique, call',
    es: 'reunion, reuniones, llamada, llamadas, cita, videollamada, visita comercial, segunda reunion, entrevista, conversacion, conversaciones, charla, comida, call'
  },
  pricing: {
    kind: 'subject',
    en: 'pricing, price, prices, price list, costs, cost, rates, price sheet, discount, discounts, payment terms, commercial terms, pricing details, pricing info, pricing information, licence costs, license costs, licence fees, volume discount, ballpark, ballpark figure, ballpark price, rough price, rough figure, price indication, cost breakdown, fee, fees, billing, annual billing',
    de: 'preis, preise, preisen, preisliste, konditionen, kosten, preisauskunft, rabatt, preisinfo, lizenzkosten, zahlungsbedingungen, mengenrabatt, richtpreis, preisrahmen, gebuhren',
    fr: 'prix, tarif, tarifs, grille tarifaire, cout, couts, remise, conditions tarifaires, conditions commerciales, conditions de paiement, ordre de prix, fourchette de prix, frais',
    es: 'precio, precios, tarifa, tarifas, lista de precios, coste, costes, costo, costos, descuento, condiciones comerciales, condiciones de pago, precio orientativo, precio aproximado'
  },
  pricingPage: {
    kind: 'subject',
    en: 'pricing page, price page, pricing section, plans page, plans and pricing',
    de: 'preisseite, preisubersicht, seite mit den preisen',
    fr: 'page tarifs, page des tarifs, page tarifaire, page de prix, page prix',
    es: 'pagina de precios, pagina de tarifas, seccion de precios'
  },
  budget: {
    kind: 'subject',
    en: 'budget, budgets, funds, funding for this, money for this, budget for this',
    de: 'budget, budgets, mittel, haushaltsmittel, geld, etat, budgetfreigabe, budgetzusage',
    fr: 'budget, budgets, enveloppe, fonds, moyens, argent, credits',
    es: 'presupuesto, presupuestos, fondos, dinero, partida, partida presupuestaria'
  },
  contract: {
    kind: 'subject',
    en: 'contract, contracts, agreement, subscription, licence, license, deal, msa, order form, licences, licenses, current contract, existing contract, their contract',
    de: 'vertrag, vertrage, vertrags, vereinbarung, abo, lizenz, rahmenvertrag, lizenzvertrag, altvertrag, wartungsvertrag, bestandsvertrag',
    fr: 'contrat, contrats, abonnement, licence, licences, accord cadre, contrat actuel',
    es: 'contrato, contratos, suscripcion, licencia, licencias, acuerdo marco'
  },
  renewal: {
    kind: 'subject',
    en: 'renewal, renewals, renewal date, contract renewal, renewing, renewal window',
    de: 'verlangerung, vertragsverlangerung, kundigungsfrist, vertragsende',
    fr: 'renouvellement, reconduction, fin de contrat',
    es: 'renovacion, renovaciones, fin de contrato, fin del contrato'
  },
  competitor: {
    kind: 'subject',
    en: 'competitor, competitors, competition, rival, rivals, another vendor, other vendor, another supplier, another provider, other supplier, other provider, different vendor, different supplier, different provider, another solution, different solution, someone else, another company, competing product, competing vendor, competing solution, another tool, alternative vendor, alternative supplier',
    de: 'wettbewerber, wettbewerb, wettbewerbers, mitbewerber, mitbewerb, konkurrent, konkurrenten, konkurrenz, anderer anbieter, anderen anbieter, anderem anbieter, andere losung, anderen losung, anderer losung, anderen lieferanten, andere firma, konkurrenzprodukt, anderes produkt, anderes tool, anderem lieferanten, jemand anderen',
    fr: 'concurrent, concurrents, concurrence, concurrente, autre fournisseur, autre prestataire, autre solution, autre editeur, autre outil, autre societe, quelqu un d autre, solution concurrente',
    es: 'competidor, competidores, competencia, otro proveedor, otra solucion, otra empresa, otra herramienta, otro, proveedor rival'
  },
  supplier: {
    kind: 'subject',
    en: 'supplier, current supplier, vendor, current vendor, provider, current provider, incumbent, existing supplier, existing vendor, existing provider, current solution, existing solution, current tool, existing tool, current system, current setup, current software, current crm, current product, existing system, their tool, their current tool, vendors, suppliers, providers, erp, crm, erp system, crm system, agency, their agency, current agency, outsourcer, integrator, present tool, present system, present supplier, present vendor, present provider, their vendor, their supplier, their provider, old vendor, old supplier, old provider, previous vendor, previous supplier, previous provider, current partner, old tool, the tool they use, the vendor they have, the system they have, the tool they have, in house tool, their software, their system',
    de: 'lieferant, lieferanten, anbieter, dienstleister, aktueller anbieter, aktuellen anbieter, bestehender anbieter, bestehenden anbieter, jetziger anbieter, jetzigen anbieter, jetzigen losung, aktuellen losung, aktuelle losung, bestehende losung, bestehenden losung, bisherigen anbieter, bisherige losung, bisherigen losung, derzeitigen anbieter, aktuelles system, bestehendes system, aktuellen system, bestehenden system, derzeitigen losung, aktuellem anbieter, jetzigem anbieter, bestehendem system, aktuellem system, bisherigem anbieter, jetzigem system, jetzigen system, jetziges system, aktueller software, jetzige software, aktuelle software, bisherige software, jetzigen software, alte software, erp, crm, erp system, crm system, agentur, jetziger dienstleister, jetzigen dienstleister, bisherigen dienstleister, bisheriger dienstleister, aktuellen dienstleister, alten anbieter, alter anbieter, altes tool, alte tool, altem anbieter',
    fr: 'fournisseur, fournisseur actuel, prestataire, prestataire actuel, solution actuelle, outil actuel, systeme actuel, logiciel actuel, editeur actuel, solution existante, outil existant, crm actuel, erp, crm, agence, ancien fournisseur, ancien prestataire, ancien outil, vieux logiciel, vieil outil, logiciel, outil',
    es: 'proveedor, proveedor actual, solucion actual, herramienta actual, sistema actual, software actual, proveedor habitual, actual proveedor, solucion existente, crm actual, programa actual, software que tienen, sistema que tienen, actual sistema, erp, crm, agencia, proveedor anterior, anterior proveedor, antiguo proveedor, programa antiguo, sistema antiguo, su sistema, su herramienta'
  },
  top: {
    kind: 'subject',
    en: 'ceo, cto, cfo, coo, cmo, cro, cio, cpo, ciso, chro, cdo, c level, c suite, chief executive, chief executive officer, chief technology officer, chief financial officer, chief operating officer, chief marketing officer, chief information officer, chief revenue officer, chief of staff, chief officer, founder, founders, co founder, cofounder, co founders, owner, business owner, president, vp, svp, evp, vice president, managing director, general manager, managing partner, executive, executives, board member, board, the boss, ceos, ctos, cfos',
    de: 'geschaftsfuhrer, geschaftsfuhrerin, geschaftsfuhrung, gf, vorstand, vorstandin, vorstandsmitglied, vorstandsvorsitzender, grunder, grunderin, mitgrunder, inhaber, inhaberin, prokurist, prokuristin, finanzvorstand, geschaftsleitung, geschaftsleiter, chef, chefin, cheftechniker, technikvorstand',
    fr: 'pdg, dg, directeur general, directrice generale, directeur financier, directrice financiere, daf, dsi, drh, fondateur, fondatrice, cofondateur, cofondatrice, gerant, gerante, president, presidente, dirigeant, dirigeante, comex, patron, patronne, direction generale, directeur technique, directrice technique, comite de direction, codir',
    es: 'director general, directora general, director financiero, directora financiera, director tecnico, directora tecnica, consejero delegado, consejera delegada, fundador, fundadora, cofundador, cofundadora, gerente, propietario, propietaria, dueno, duena, presidente, presidenta, directivo, alta direccion, direccion general, socio director, director ejecutivo, directora ejecutiva, jefe'
  },
  head: {
    kind: 'subject',
    en: 'head, director, directors, department head, head of department, division head, heads',
    de: 'leiter, leiterin, abteilungsleiter, abteilungsleiterin, bereichsleiter, bereichsleiterin, einkaufsleiter, einkaufsleiterin, vertriebsleiter, vertriebsleiterin, it leiter, it leiterin, werksleiter, personalleiter, personalleiterin, betriebsleiter, direktor, direktorin, leitung, produktionsleiter, marketingleiter, marketingleiterin, logistikleiter, logistikleiterin, technischer leiter, kaufmannischer leiter, werksleiterin, betriebsleiterin, produktionsleiterin, technische leiterin, kaufmannische leiterin, serviceleiter, serviceleiterin',
    fr: 'directeur, directrice, directeur commercial, directrice commerciale, directeur des achats, directrice des achats, chef de service, responsable de service, directeur informatique, directrice marketing, directeur marketing, responsable',
    es: 'director, directora, director comercial, directora comercial, director de compras, directora de compras, jefe de departamento, jefa de departamento, director de operaciones, responsable, jefe de compras, jefa de compras'
  },
  manager: {
    kind: 'subject',
    en: 'manager, managers, team lead, team leader, hiring manager, project manager, product manager, office manager, it manager, sales manager, marketing manager, operations manager, supervisor, buyer, purchasing manager, procurement manager, procurement lead, mgr, mgrs, acct mgr, proj mgr',
    de: 'manager, managerin, teamleiter, teamleiterin, gruppenleiter, projektleiter, projektleiterin, einkaufer, einkauferin, projektmanager, sachgebietsleiter',
    fr: 'manager, chef de projet, cheffe de projet, chef d equipe, cheffe d equipe, acheteur, acheteuse, responsable informatique, responsable achats, chef de produit, responsable des achats, responsable it',
    es: 'manager, jefe de equipo, jefa de equipo, jefe de proyecto, jefa de proyecto, responsable de compras, comprador, compradora, encargado, encargada, responsable de it'
  },
  junior: {
    kind: 'subject',
    en: 'interns, internship, student, students, trainee, trainees, apprentice, working student, phd student, undergraduate, temp',
    de: 'praktikant, praktikantin, praktikanten, student, studentin, studenten, werkstudent, werkstudentin, azubi, auszubildender, auszubildende, lehrling, schuler, doktorand',
    fr: 'stagiaire, stagiaires, etudiant, etudiante, etudiants, alternant, alternante, apprenti, apprentie, doctorant',
    es: 'becario, becaria, becarios, estudiante, estudiantes, aprendiz, practicante, en practicas, doctorando'
  },
  decider: {
    kind: 'subject',
    en: 'decision maker, decision makers, decisionmaker, budget holder, economic buyer, decision authority, final say, buying authority, authority to decide, authority to buy, buying power, purchasing authority, authority, decision power, signatory, decides, the one deciding, say in, signing power, signing authority, signature authority, purchasing power, authority to sign, spending authority, can sign, sign off up to, sign off limit, signing limit, can sign off',
    de: 'entscheider, entscheiderin, entscheidungstrager, entscheidungstragerin, entscheidungsbefugnis, budgetverantwortung, budgetverantwortlicher, entscheidungskompetenz, entscheidungsbefugt, zeichnungsberechtigt, zu entscheiden, kaufbefugnis, entscheidungsgewalt, befugnis, unterschriftsberechtigt, unterschriftsbefugnis, entscheidungsspielraum',
    fr: 'decideur, decideuse, decideurs, decisionnaire, pouvoir de decision, pouvoir d achat, autorite, pouvoir decisionnel, decisionnaires, pouvoir de signature, pouvoir de signer',
    es: 'decisor, decisora, decisores, decide, tomador de decisiones, poder de decision, capacidad de decision, responsable de la decision, toma de decisiones, toma decisiones, toma las decisiones, capacidad de compra, autoridad, capacidad de firma, poder de firma'
  },
  champion: {
    kind: 'subject',
    en: 'champion, champions, internal champion, sponsor, executive sponsor, internal sponsor, main contact, our contact, key contact, contact person, point of contact, primary contact, poc contact, advocate, internal advocate, supporter, our guy, our main contact, biggest supporter, strongest supporter, our ally, ally, allies, biggest fan, our fan, person who wanted us, who wanted us, who backed us, who supported us, who brought us in, who fought for us, who pushed for us, who championed us, who knew us',
    de: 'ansprechpartner, ansprechpartnerin, fursprecher, fursprecherin, sponsor, hauptkontakt, unser kontakt, unsere kontaktperson, kontaktperson, befurworter, unser ansprechpartner',
    fr: 'interlocuteur, interlocutrice, sponsor, contact principal, notre contact, allie interne, ambassadeur, prescripteur, notre interlocuteur',
    es: 'interlocutor, interlocutora, contacto principal, nuestro contacto, patrocinador, persona de contacto, defensor interno, valedor, aliado interno'
  },
  project: {
    kind: 'subject',
    en: 'project, projects, initiative, programme, program, rollout, implementation, purchase, investment decision, decision, buying decision, purchase decision, evaluation, purchasing decision, opportunity, the plan, plans, plan, process, buying process, investment, investments, decide, decides, deciding, scope, scope of work',
    de: 'projekt, projekte, vorhaben, initiative, einfuhrung, rollout, anschaffung, investition, entscheidung, kaufentscheidung, evaluierung, auswahlprozess, beschaffung, investitionen, plane, einkaufsprozess, entscheiden, entscheidet',
    fr: 'projet, projets, initiative, deploiement, achat, investissement, decision, decision d achat, evaluation, investissements, processus d achat, mise en place, decider, decidera, tranchera',
    es: 'proyecto, proyectos, iniciativa, implantacion, implementacion, compra, inversion, decision, decision de compra, evaluacion, inversiones, proceso de compra, despliegue, decidir, decidira, decidiran, decidiremos'
  },
  mail: {
    kind: 'subject',
    en: 'email, emails, e mail, e mails, mail, mails, newsletter, newsletters, message, messages, linkedin message, our email, our emails, our mails, campaign, our campaign, sequence, follow up email, follow ups, follow up, our follow up, follow up emails, reminder, reminders, text, texts, linkedin request, connection request, invitation, invite, proposal email, cold email, cold emails, f u',
    de: 'email, emails, e mail, e mails, mail, mails, newsletter, nachricht, nachrichten, kampagne, einladung, nachfassmail, erinnerung, erinnerungen, nachfassen, followup, follow up, kontaktanfrage, anschreiben',
    fr: 'email, emails, e mail, e mails, mail, mails, courriel, courriels, newsletter, lettre d information, message, messages, campagne, invitation, relance, relances, infolettre, courrier',
    es: 'email, emails, correo, correos, correo electronico, boletin, newsletter, mensaje, mensajes, campana, invitacion, recordatorio, recordatorios, seguimiento, seguimientos, mails, mail'
  },
  voicemail: {
    kind: 'subject',
    en: 'voicemail, voicemails, voice mail, answering machine, vm, vms, lvm',
    de: 'mailbox, anrufbeantworter, auf band',
    fr: 'messagerie, messagerie vocale, repondeur',
    es: 'buzon de voz, contestador, buzon'
  },
  number: {
    kind: 'subject',
    en: 'phone number, number, phone, telephone number, line, contact details, contact data, address, email address, mobile number, telephone',
    de: 'telefonnummer, nummer, rufnummer, durchwahl, kontaktdaten, adresse, mailadresse, e mail adresse, email adresse, telefon',
    fr: 'numero, numero de telephone, telephone, coordonnees, adresse, adresse mail, adresse email, adresse e mail, ligne',
    es: 'numero, telefono, numero de telefono, datos de contacto, direccion, direccion de correo, linea'
  },
  site: {
    kind: 'subject',
    en: 'website, web site, site, page, pages, landing page, homepage, product page, blog, link, links, our site, our page, case study page, docs, comparison page, help center, form page',
    de: 'webseite, website, seite, seiten, homepage, landingpage, produktseite, blog, link, links, internetseite, webauftritt',
    fr: 'site, site web, page, pages, page produit, blog, lien, liens, page d accueil',
    es: 'web, sitio web, pagina web, pagina, paginas, pagina de producto, blog, enlace, enlaces, sitio'
  },
  event: {
    kind: 'subject',
    en: 'webinar, webinars, event, events, conference, trade show, trade fair, trade shows, workshop, workshops, meetup, booth, stand, fair, roundtable, expo, seminar, breakfast, keynote, summit, podcast',
    de: 'webinar, webinare, veranstaltung, messe, messestand, messegesprach, konferenz, workshop, seminar, stand, fachmesse, event, kongress, tagung',
    fr: 'webinaire, webinaires, webinar, evenement, salon, salon professionnel, stand, conference, atelier, seminaire, petit dejeuner',
    es: 'webinar, webinars, seminario web, evento, feria, stand, congreso, conferencia, taller, jornada, seminario'
  },
  paper: {
    kind: 'subject',
    en: 'whitepaper, whitepapers, white paper, white papers, ebook, ebooks, e book, guide, case study, case studies, brochure, brochures, report, datasheet, data sheet, pdf, template, checklist, buyers guide, roi calculator, info pack, information pack, information, more information, materials, documentation pack, deck, decks, slide deck, pitch deck, slides, one pager, onepager, handout, battlecard, recording',
    de: 'whitepaper, e book, ebook, leitfaden, fallstudie, fallstudien, broschure, prospekt, datenblatt, studie, checkliste, infomaterial, unterlagen, informationen, infos, informationsmaterial, referenzen, weitere informationen, mehr informationen',
    fr: 'livre blanc, livres blancs, guide, ebook, etude de cas, cas client, brochure, plaquette, fiche produit, documentation, informations, renseignements, infos, references, plus d informations, plus d infos, guides, brochures, plaquettes',
    es: 'whitepaper, libro blanco, guia, ebook, caso de exito, casos de exito, folleto, catalogo, ficha tecnica, informacion, documentacion, referencias, mas informacion, caso practico, guias, folletos'
  },
  company: {
    kind: 'subject',
    en: 'company, business, firm, organisation, organization, group, organisations',
    de: 'firma, unternehmen, betrieb, gesellschaft, haus',
    fr: 'entreprise, societe, boite, structure, organisation',
    es: 'empresa, compania, negocio, sociedad, grupo, organizacion'
  },
  staff: {
    kind: 'subject',
    en: 'staff, employees, jobs, workforce, headcount, people, positions, team members, workers, employee, job, team, teams',
    de: 'mitarbeiter, mitarbeitende, personal, stellen, arbeitsplatze, belegschaft, leute, mitarbeitern, mitarbeiterinnen, stelle, team, teams',
    fr: 'salaries, employes, personnel, postes, effectifs, emplois, collaborateurs, effectif, poste, equipe, equipes',
    es: 'empleados, personal, plantilla, puestos, trabajadores, empleos, personas, puesto, equipo, equipos'
  },
  office: {
    kind: 'subject',
    en: 'office, offices, branch, branches, site in, plant, factory, location, locations, store, stores, warehouse, warehouses, subsidiary, facility, sites, headquarters, distribution centre, distribution center',
    de: 'buro, niederlassung, niederlassungen, standort, standorte, filiale, filialen, werk, lager, tochtergesellschaft, zweigstelle, fabrik, geschaftsstelle',
    fr: 'bureau, bureaux, agence, agences, filiale, usine, entrepot, magasin, magasins, implantation, succursale, filiales, boutique',
    es: 'oficina, oficinas, sucursal, sucursales, sede, delegacion, fabrica, almacen, tienda, tiendas, filial, planta, planta de produccion'
  },
  market: {
    kind: 'subject',
    en: 'market, markets, region, regions, country, countries, territory, territories, europe, abroad, new geography',
    de: 'markt, markte, ausland, region, land, lander, auslandsmarkt, europa, markten',
    fr: 'marche, marches, pays, region, international, l etranger, etranger, europe',
    es: 'mercado, mercados, pais, paises, region, extranjero, internacional, europa'
  },
  product: {
    kind: 'subject',
    en: 'product, products, product line, service line, app, platform, offering, collection, features, feature, functionality, our product, our platform, our solution, our offering, our software, solution, software, tool, our tool',
    de: 'produkt, produkte, produktlinie, plattform, funktionen, funktion, funktionalitat, unser produkt, unsere losung, losung, software, unserer losung, unserem produkt, unsere plattform, unsere software, tool',
    fr: 'produit, produits, gamme, plateforme, fonctionnalites, fonctionnalite, notre solution, solution, logiciel, notre produit, notre offre, notre outil, outil',
    es: 'producto, productos, gama, linea de productos, plataforma, funcionalidades, funcionalidad, funciones, nuestra solucion, solucion, software, nuestro producto, herramienta, nuestra herramienta, nuestra plataforma, nuestra oferta'
  },
  revenue: {
    kind: 'subject',
    en: 'revenue, revenues, turnover, sales figures, profit, profits, earnings, orders, order intake, order book, sales volume, margins, results, arr, mrr, sales',
    de: 'umsatz, umsatze, gewinn, gewinne, ertrag, absatz, auftrage, auftragseingang, ergebnis, auftragslage, auftragsbestand',
    fr: 'chiffre d affaires, ca, benefice, benefices, resultat, resultats, ventes, revenus, commandes, carnet de commandes, marge',
    es: 'ingresos, facturacion, ventas, beneficio, beneficios, pedidos, resultados, cartera de pedidos, volumen de negocio'
  },
  funding: {
    kind: 'subject',
    en: 'funding, funding round, investment round, financing, financing round, capital, venture capital, growth capital, fresh capital, new investor, new investors, million, millions, round',
    de: 'finanzierung, finanzierungsrunde, kapital, investor, investoren, wagniskapital, kapitalerhohung, millionen, mio, investorengelder',
    fr: 'financement, levee de fonds, tour de table, capital, investisseur, investisseurs, millions, augmentation de capital',
    es: 'financiacion, ronda de financiacion, ronda, capital, inversor, inversores, millones, ampliacion de capital'
  },
  customer: {
    kind: 'subject',
    en: 'existing customer, existing client, current customer, current client, past customer, former customer, returning customer, past client, former client, long standing customer, customer already, already a customer, repeat customer',
    de: 'bestandskunde, bestandskundin, altkunde, stammkunde, bestehender kunde, ehemaliger kunde, bereits kunde, schon kunde, langjahriger kunde',
    fr: 'client existant, cliente existante, client actuel, ancien client, deja client, deja cliente, client fidele, cliente fidele, client de longue date',
    es: 'cliente actual, cliente existente, antiguo cliente, ya es cliente, cliente habitual, ya cliente, cliente fiel, cliente desde hace'
  },
  need: {
    kind: 'subject',
    en: 'need, needs, requirement, requirements, use case, use cases, pain, problem, problems, pain point, pain points, use for us, use for it, use for this, demand, challenge, challenges, use for our product, drowning in, buried in, swamped with, swamped by',
    de: 'bedarf, anforderung, anforderungen, problem, probleme, verwendung, anwendungsfall, notwendigkeit, schmerzpunkt, bedurfnis, handlungsbedarf',
    fr: 'besoin, besoins, probleme, problemes, cas d usage, cas d utilisation, exigences, difficulte, difficultes, problematique',
    es: 'necesidad, necesidades, problema, problemas, caso de uso, requisitos, requisito, casos de uso'
  },
  interest: {
    kind: 'subject',
    en: 'interest, interested, curious, keen, enthusiastic, excited, eager, intrigued, very interested, strong interest, really interested, showed interest, expressed interest, warm, appetite, impressed, wants to know more, wants to learn more, would like to know more, likes us, loved it, loves it, loved, loves, happy with, great feedback, positive feedback, good feedback, positive, very positive, delighted, thrilled, convinced, favourite, preferred vendor, liked, likes, likes what, hot, love, love it, loving it',
    de: 'interesse, interessiert, neugierig, begeistert, sehr interessiert, grosses interesse, angetan, uberzeugt, beeindruckt, positives feedback, positive ruckmeldung, gutes feedback, gefallt, gefiel, gefallen, will mehr wissen, mochte mehr wissen, mochte mehr erfahren, positiv, aufgeschlossen, favorit, wunschlosung, starkes interesse, offen fur',
    fr: 'interet, interesse, interessee, interesses, interessent, curieux, curieuse, enthousiaste, tres interesse, seduit, seduite, convaincu, convaincue, emballe, emballee, retour positif, retours positifs, veut en savoir plus, souhaite en savoir plus, voudrait en savoir plus, positif, impressionne, ravi, favorable, adore, plu, a beaucoup aime, bon feedback, vif interet, fort interet, en savoir plus, aime, partant, interessees, interesses par, interessee par',
    es: 'interes, interesado, interesada, interesados, interesadas, interesa, curiosidad, entusiasmado, entusiasmada, entusiasta, muy interesado, muy interesada, encantado, encantada, encanto, convencido, convencida, comentarios positivos, quiere saber mas, quieren saber mas, positivo, impresionado, impresionada, favorable, gusto, gusta, le gusto, gran interes, receptivo, receptiva, saber mas'
  },
  compliance: {
    kind: 'subject',
    en: 'compliance, compliant, soc2, soc 2, gdpr, iso 27001, hipaa, audit, audits, nis2, dora, regulation, regulations, new regulation, e invoicing, certification',
    de: 'compliance, dsgvo, datenschutz, iso 27001, audit, audits, nis2, nis 2, regulierung, zertifizierung, e rechnung, lieferkettengesetz, prufung',
    fr: 'conformite, rgpd, iso 27001, audit, audits, reglementation, certification, mise en conformite, facturation electronique, nis2, nis 2',
    es: 'cumplimiento, rgpd, iso 27001, auditoria, auditorias, normativa, certificacion, factura electronica, nis2'
  },
  spreadsheet: {
    kind: 'subject',
    en: 'spreadsheet, spreadsheets, excel, excel sheets, google sheets, excel files',
    de: 'excel, excel listen, excel tabellen, tabellen, exceltabellen, excellisten, excel tabelle',
    fr: 'excel, tableur, tableurs, fichiers excel, tableaux excel, feuilles de calcul, fichier excel',
    es: 'excel, hojas de calculo, hoja de calculo, hojas de excel, excels'
  },
  manual: {
    kind: 'subject',
    en: 'manual, manually, by hand, paper based, on paper, pen and paper, manual process, manual processes, manual work, manual entry, handwritten, paper, spends .. hours, spends .. days, spend .. hours, spending .. hours, loses .. hours, lose .. hours, losing .. hours, wastes .. hours, waste .. hours, wasting .. hours',
    de: 'manuell, manuelle, manuellen, handisch, von hand, auf papier, papierbasiert, per hand, handarbeit, papier, handische, verliert .. stunden, verlieren .. stunden, verschwendet .. stunden',
    fr: 'manuel, manuelle, manuels, manuelles, manuellement, a la main, sur papier, papier, perd .. heures, perdent .. heures',
    es: 'manual, manuales, manualmente, a mano, en papel, papel, pierde .. horas, pierden .. horas'
  },
  tool: {
    kind: 'subject',
    en: 'hubspot, salesforce, sap, oracle, pipedrive, zoho, dynamics, netsuite, sage, asana, jira, zendesk, freshdesk, intercom, slack, mailchimp, marketo, workday, servicenow, quickbooks, xero, shopify, odoo, zapier, notion, airtable, trello, microsoft 365, sharepoint, gong, salesloft, zoominfo, cognism, lemlist, clari, pardot, eloqua, klaviyo, docusign, okta, datadog, snowflake, tableau, power bi, looker, clickup, smartsheet, basecamp, confluence, github, gitlab, bamboohr, rippling, gusto, freshworks, freshsales, aircall, close crm, insightly',
    de: 'datev, lexware, personio, weclapp, sevdesk, teamviewer',
    fr: 'cegid, ebp, pennylane, payfit, sellsy',
    es: 'holded, a3, factorial, sage 50'
  },
  legacy: {
    kind: 'subject',
    en: 'legacy, legacy system, legacy systems, outdated, outdated system, end of life, end of support, old system, ageing system, aging system, obsolete, antiquated, dated system, unsupported, discontinued, old software',
    de: 'altsystem, altsysteme, veraltet, veraltetes, veraltete, veralteten, altes system, alte software, end of life, altlosung, alte losung, wird abgekundigt, abgekundigt, in die jahre gekommen',
    fr: 'obsolete, obsoletes, vieillissant, systeme vieillissant, ancien systeme, vieux logiciel, fin de vie, depasse, vieux systeme, vetuste, fin de support, vieillissante',
    es: 'obsoleto, obsoleta, obsoletos, anticuado, anticuada, sistema antiguo, sistema heredado, software antiguo, fin de vida, fin de soporte, desfasado, antiguo sistema'
  },

  // events
  ask: {
    kind: 'event',
    en: 'asked, asks, asking, ask, request, requests, requested, requesting, wants, want, wanted, would like, d like, wishes, enquired, enquires, enquiry, enquiries, inquired, inquiry, inquires, question about, questions about, questions on, query about, wants to see, wants to discuss, called to ask, called about, called for, chasing us for, needs, require, requires, demanded, raised hand for, discussing, discussed, negotiating, negotiates, negotiated, came back asking, hoping for, urgently needs, filled in, filled out, submitted, asking for, pinged, whether we, if we could, how we, wondering, curious about, would love, sent questions, queries, questions, inquir*, enquir*, reqd, req d, req',
    de: 'fragt, fragte, fragen, gefragt, angefragt, anfrage, anfragen, nachgefragt, erfragt, fragt an, fragte an, fragt nach, erbeten, bittet, bat, bitten, gebeten, mochte, mochten, will, wollen, wollte, wunscht, wunschen, gewunscht, verlangt, angefordert, fordert, forderte, hatte gern, hatte gerne, hatten gern, braucht, benotigt, erkundigt, erkundigte, verhandelt, verhandeln, besprochen, wurde gern, wurde gerne, wunsch nach, ausgefullt, angefrag*, nachgefrag*, erkundig*',
    fr: 'demande, demandee, demandes, demandent, demander, demandait, souhaite, souhaitent, souhaiterait, veut, veulent, voudrait, voudraient, aimerait, aimeraient, sollicite, sollicitee, reclame, s est renseigne, se renseigne, renseigne, question sur, questions sur, negocie, negociation, discute, attend, a besoin d, a besoin de, ont besoin de, rempli, exige, souhait*, sollicit*, questions',
    es: 'pide, piden, pidio, pidieron, pedido, pidiendo, ha pedido, han pedido, solicita, solicitan, solicito, solicitaron, solicitado, solicitada, solicitud, quiere, quieren, querria, quisiera, queria, desea, desean, pregunto, pregunta, preguntan, preguntaron, preguntado, requiere, necesita, necesitan, consulto, consultaron, consulta sobre, interesado en recibir, negociando, negocia, negociacion, rellenado, relleno, solicit*, pregunt*, preguntas'
  },
  book: {
    kind: 'event',
    en: 'booked, books, booking, scheduled, schedules, scheduling, arranged, set up, set, agreed, agreed to, accepted, accepts, confirmed, confirms, fixed, in the calendar, in the diary, planned, lined up, agrees, happy to, open to, proposed, schedul*, sched, schd, skedded, pencilled in, penciled in, conf d',
    de: 'gebucht, bucht, buchte, vereinbart, vereinbarte, ausgemacht, bestatigt, bestatigte, zugesagt, sagt zu, sagte zu, angenommen, nimmt an, nahm an, geplant, terminiert, fixiert, steht fest, festgelegt, eingetragen, akzeptiert, einverstanden, stimmt zu, zugestimmt, vereinbar*, fallt',
    fr: 'reserve, reservee, planifie, planifiee, fixe, fixee, confirme, confirmee, accepte, acceptee, convenu, convenue, programme, programmee, cale, calee, prevu, prevue, pris, prise, d accord pour, bloque un creneau, acceptent, propose, planifi*, confirm*, accept*',
    es: 'reservado, reservada, reservo, agendado, agendada, agendo, agendaron, programado, programada, programo, confirmado, confirmada, confirmo, confirmaron, confirma, acepto, acepta, aceptado, aceptada, aceptaron, acordado, acordada, acordo, concertado, concertada, fijado, fijada, fijo, cerrada la fecha, prevista, previsto, planificado, planificada, propuso, propone, agend*, confirm*, acept*'
  },
  attend: {
    kind: 'event',
    en: 'attended, attends, attending, joined, joins, joined our, came to, came along, showed up, shows up, took part, takes part, participated, watched, met us, visited us, completed, complete, done, went well, went very well, held, took place, happened, went great, finished, stayed until, spoke at, stayed, attend*, stopped by our, stopped by the booth, stopped by the stand, came by our, came by the, joining, will join, is joining',
    de: 'teilgenommen, nahm teil, nimmt teil, nahmen teil, gekommen, war bei, waren bei, war dabei, dabei, abgeschlossen, durchgefuhrt, stattgefunden, verlief gut, lief gut, lief sehr gut, absolviert, erfolgreich, getroffen, wahrgenommen, teilgenomm*, teilnehm*, teilnahm*',
    fr: 'assiste, assistee, assistent, participe, participent, venu, venus, venue, suivi, suivie, etait present, presents, effectue, effectuee, realise, realisee, eu lieu, s est bien passe, s est bien passee, bien passe, bien passee, termine avec succes, reussi, reussie, particip*',
    es: 'asistio, asistieron, asiste, asistido, participo, participaron, participa, participado, acudio, acudieron, vino, vinieron, estuvo en, estuvieron en, visito nuestro, realizada, realizado, hecha, hecho, fue bien, fue muy bien, salio bien, exitosa, exitoso, completada, completado, salio muy bien, asisti*, particip*, paso por nuestro'
  },
  launch: {
    kind: 'event',
    en: 'launching, launches, launched, launch, releasing, releases, released, release, unveils, unveiled, rolls out',
    de: 'lanciert, bringt .. auf den markt, markteinfuhrung, produkteinfuhrung, produktstart, fuhrt .. ein, brachte .. auf den markt',
    fr: 'lance, lancent, lancement, a lance, sort, sortie',
    es: 'lanza, lanzan, lanzo, lanzamiento, lanzara, lanzando, saca al mercado'
  },
  loss: {
    kind: 'event',
    en: 'losses, loss, losing, losing money, in the red',
    de: 'verlust, verluste, rote zahlen, verliert',
    fr: 'pertes, perte, en deficit, dans le rouge, perd',
    es: 'perdidas, pierde, pierden, en numeros rojos'
  },
  upset: {
    kind: 'event',
    en: 'unhappy with, dissatisfied with, frustrated with, frustrated by, fed up with, problems with, struggling with, struggles with, tired of, sick of, issues with, trouble with, had enough of, disappointed with, unhappy, frustrated, dissatisfied, annoyed with, suffers from, suffering from, hates, hate, disappointed, dissatisf*, not happy with, not satisfied with, no longer happy with, no longer satisfied with, isnt happy with, arent happy with, unsatisfied with, lets them down, let them down, letting them down, keeps letting them down, let down by, was let down by, were let down by, burned by, burnt by, falling out with, bad experience with, terrible experience with, bad experiences with, lost patience with, lost faith in',
    de: 'unzufrieden, frustriert, genervt, argert, probleme mit, schwierigkeiten mit, hadert mit, leidet unter, satt, kampft mit, unzufrieden*, verarger*, nicht zufrieden mit, nicht mehr zufrieden mit, enttauscht von, enttauscht vom, enttauscht .. von, argert sich uber, arger mit, verargert uber',
    fr: 'mecontent, mecontente, mecontents, insatisfait, insatisfaite, insatisfaits, frustre, frustree, problemes avec, lasse de, decu, decue, decus, marre de, deplore, souffre de, en a assez, lasse d, mecontent*, insatisf*, n est plus satisfait, n est plus satisfaite, n est pas satisfait, n est pas satisfaite, plus satisfait, plus satisfaits, pas content, pas contents, n est pas content, n est plus content, ne sont plus satisfaits, ne sont pas satisfaits, decu par, decue par, decus par',
    es: 'descontento, descontenta, descontentos, insatisfecho, insatisfecha, insatisfechos, frustrado, frustrada, frustrados, problemas con, harto de, harta de, hartos de, decepcionado, decepcionada, descontent*, insatisf*, no esta contento con, no esta contenta con, ya no esta contento con, ya no esta contenta con, no estan contentos con, ya no estan contentos con, no esta satisfecho con, no esta satisfecha con, decepcionado con, decepcionada con'
  },
  shortlist: {
    kind: 'event',
    en: 'shortlist, shortlisted, short list, short listed, shortlisting, final round, final two, finalists, finalist, last two, on the shortlist, made the shortlist, down to two vendors, made the cut, final stage, last round, final three, top two, top three, down to two, invited us to pitch, pitch, short listing, down to us',
    de: 'shortlist, engere auswahl, engeren auswahl, endauswahl, in der auswahl, engere wahl, finale',
    fr: 'shortlist, liste restreinte, short list, preselection, preselectionne, preselectionnes, en finale, finaliste, selection finale, finalistes',
    es: 'preseleccionado, preseleccionados, preseleccion, lista corta, shortlist, finalista, finalistas, fase final'
  },
  opened: {
    kind: 'event',
    en: 'opened, opens, open, read, reads, shared, forwarded, followed, follows',
    de: 'geoffnet, offnet, offnete, gelesen, liest, weitergeleitet, geteilt, folgt, durchgelesen',
    fr: 'ouvert, ouverte, ouvre, ouverts, ouvrent, lu, lue, lit, transfere, partage, suit, transmis',
    es: 'abrio, abrieron, abre, abren, abierto, leyo, leen, lee, leido, reenvio, reenvia, compartio, sigue, abiertos'
  },
  hire: {
    kind: 'event',
    en: 'hiring, recruiting, recruits, hires, hired, is hiring, are hiring, recruitment',
    de: 'stellt .. ein, stellen .. ein, rekrutiert, rekrutieren, einstellungen, einstellen, rekrut*',
    fr: 'recrute, recrutent, recrutement, recrutements, embauche, embauchent, embauches, embauch*, recrut*',
    es: 'contrata, contratan, contratando, contratacion, contrataciones, recluta, reclutan, reclutando, contratar*, reclut*'
  },
  dismiss: {
    kind: 'event',
    en: 'lays off, laid off, laying off, layoff, layoffs, lay offs, lay off, redundancies, job cuts, sacking, cutting jobs, cuts jobs, cut jobs, shedding jobs, downsized, downsizing, downsizes, rightsizing, headcount reduction',
    de: 'entlasst, entlassungen, stellenabbau, personalabbau, streicht stellen, stellenstreichungen, kundigungswelle',
    fr: 'licencie, licencient, licenciement, licenciements, plan social, suppressions de postes',
    es: 'despide, despiden, despidio, despidieron, despidos, despedira, despediran'
  },
  bad: {
    kind: 'event',
    en: 'clunky, slow, confusing, buggy, useless, worthless, terrible, awful, horrible, weak, worse, worst, disappointing, frustrating, annoying, mediocre, unreliable, unstable, unprofessional, uninterested, unconvinced, unenthusiastic, unwilling, uncooperative, unfriendly, unhelpful, uncertain, unclear, unsure, doubtful, doubts, distrust, suspicious, wary, cautious, concerned, worried, concern, concerns, objection, objections, objects, objected, pushback, pushed back hard, veto, vetoed, vetoes, resists, resistance, disagrees, disagreed, opposed, opposes, dispute, setback, obstacle, hurdle, roadblock, impatient, grumpy, angry, mad, furious, offended, insulted, evasive, vague, noncommittal, non committal, distracted, disinterested, half hearted, apathetic, dismissed, laughed at, rude, rudely, hostile, lost patience, lost faith, lost confidence, does not trust, bad experience, bad reference, negative, negatively, poor experience, not great, cold shoulder, nitpicking, stonewalling, noncommital, overwhelmed, confused, lied, bluffing, time waster, timewaster, tyre kicker, pessimistic, crashed, defective, broken, error prone, user unfriendly, unusable, unsuitable, hard to use, difficult to use, bad fit, dull, ugly, painful, awkward, dodging, dodges, evades, evading, sidesteps, sidestepping, unacceptable, shoddy, lousy, dreadful, abysmal, appalling, flawed, faulty, sluggish, cumbersome, outrageous, ridiculous, laughable, livid, irate, fuming, disgusted, outraged, icy, frosty, afraid, scared, irritated, disillusioned, scathing, damning, dead against, dead set against, overhyped, overrated, a joke, rip off, a flop, a disaster, a nightmare, a mess, a letdown, a let down, underperforms, falls short, fell short',
    de: 'schlecht, schlechte, schlechter, schlechtes, langsam, umstandlich, unubersichtlich, fehlerhaft, nutzlos, enttauschend, furchtbar, schwach, schwache, mangelhaft, unzuverlassig, instabil, unprofessionell, unsicher, unklar, misstrauisch, vorsichtig, besorgt, sorgen, zweifel, zweifelt, bezweifelt, einwand, einwande, veto, dagegen, widerstand, ablehnend, negativ, negative, negatives, skepsis, verunsichert, uberfordert, verargert, sauer, wutend, aufgebracht, beleidigt, ausweichend, vage, unverbindlich, gleichgultig, patzig, abgeneigt, uberzogen, ubertrieben, unbrauchbar, hakelig, stort sich, kritisiert, kritik, bemangelt, mangel, argerlich, ungeduldig, unhoflich, schroff, abgekuhlt, ausgebremst, bremst, hinhaltend, vertrostet, hingehalten, verunsicherung, ungunstig, mau, mager, unannehmbar, inakzeptabel',
    fr: 'mauvais, mauvaise, lent, lente, confus, nul, nulle, inutilisable, decevant, decevante, faible qualite, peu fiable, instable, mefiant, mefiante, inquiet, inquiete, inquietude, inquietudes, craintes, doute, doutes, objection, objections, veto, contre le projet, oppose, opposee, opposition, resistance, negatif, negative, negativement, negatifs, hesitation, hesite, hesitante, agace, agacee, enerve, enervee, fache, fachee, furieux, furieuse, vexe, evasif, evasive, vague, froidement, sec, desagreable, distant, distante, desinteresse, desinteressee, depasse par, critique, critiques, pessimiste, impatient, impatiente, bloquant, point bloquant, frein, freins, freine, reticence, reticences, trop compliquee, compliquee, complique, lourd, usine a gaz, peu convaincant, decourage, decouragee, noie le poisson, botte en touche, trompe, insuffisante, inacceptable, inacceptables',
    es: 'malo, mala, malas, malos, lento, lenta, confuso, confusa, inutil, decepcionante, flojo, floja, poco fiable, inestable, desconfiado, desconfia, preocupado, preocupada, preocupacion, preocupaciones, dudas, duda, dudan, dudando, objecion, objeciones, veto, veta, oposicion, se opone, resistencia, negativo, negativa, negativamente, reticente, reticencias, molesto, molesta, enfadado, enfadada, enojado, enojada, furioso, furiosa, ofendido, evasivo, evasiva, vago, distante, frio, fria, seco, borde, desagradable, critica, criticas, critico, pesimista, impaciente, complicado, complicada, complicados, engorroso, engorrosa, pesado, insuficiente, freno, pega, pegas, pone pegas, largas, excusas, desganado, apatico, ninguneo, desinteres, abrumado, abrumada, desmotivado, inaceptable, inaceptables'
  },
  good: {
    kind: 'event',
    en: 'great, excellent, promising, fantastic, amazing, brilliant, productive, constructive, helpful, friendly, cooperative, supportive, motivated, eager, confident, optimistic, encouraging, favourable, favorable, outstanding, wonderful, engaged, committed to the project, receptive, positive, positively, favourably, favorably, nodded along, gave a thumbs up, thumbs up, super keen, sold on, bought in, buy in, on our side, wants in, speaks highly, praised, praises, raves about, raved about, five stars, satisfied with us, glowing, superb, terrific, stellar, impressive, smooth, flawless, seamless, top notch, splendid, over the moon, blown away, wowed, won over, pleasantly surprised, spot on, a hit, a success, success, a breeze, a joy, raving, applauded, applause, grateful, flying colours, flying colors, exceeded expectations, exceeded their expectations, better than expected, better than they hoped, better than hoped',
    de: 'hervorragend, ausgezeichnet, vielversprechend, fantastisch, produktiv, konstruktiv, freundlich, kooperativ, motiviert, zuversichtlich, optimistisch, ermutigend, positiv, positive, positives, positiver, lobt, lobte, gelobt, engagiert, kam gut an, kam sehr gut an, sehr angetan, wohlwollend, begrusst, zielfuhrend, super, top, klasse, erfreut, spannend, ansprechend, uberzeugend, uberzeugte',
    fr: 'excellent, excellente, prometteur, prometteuse, fantastique, productif, productive, constructif, constructive, cooperatif, motive, motivee, optimiste, encourageant, encourageante, positif, positive, positifs, favorablement, favorable, chaleureux, receptif, receptive, engage, tres bien, super, genial, convaincant, apprecie, apprecient, felicite, satisfaisant',
    es: 'excelente, prometedor, prometedora, fantastico, fantastica, productivo, productiva, constructivo, constructiva, cooperativo, motivado, motivada, motivados, optimista, alentador, positivo, positiva, positivos, positivamente, favorablemente, favorable, receptivos, comprometidos con el proyecto, genial, estupendo, estupenda, elogio, elogia, valora muy bien, muy bien valorado, ilusionado, ilusionada, ilusionados, entusiasmados'
  },
  complain: {
    kind: 'event',
    en: 'complain*, complaint, complaints',
    de: 'beschwer*, reklam*, klagt, klagen, beklagt, beklagen',
    fr: 'se plaint, plaint, plainte*, plaignent, reclamation*',
    es: 'quej*, reclam*'
  },
  reschedule: {
    kind: 'fail',
    en: 'reschedul*, resched, rebook*, moved again, moved for the, moved twice, moved three times',
    de: 'umgeplant, umgelegt, schon wieder verschoben',
    fr: 'decale, decalent',
    es: 'reprogram*'
  },
  unsubscribe: {
    kind: 'event',
    en: 'unsubscrib*',
    de: 'abbestell*, vom newsletter abgemeldet, vom verteiler abgemeldet',
    fr: 'desabonn*, desinscri*',
    es: 'desuscri*, dado de baja del boletin, se dio de baja del boletin'
  },
  buyingDepartment: {
    kind: 'subject',
    en: 'legal, legal team, legal department, procurement, procurement team, purchasing, purchasing department, finance team, finance department, it department, it team, security team, infosec, works council, compliance team',
    de: 'einkauf, einkaufsabteilung, it abteilung, fachabteilung, finanzabteilung, betriebsrat',
    fr: 'service achats, les achats, service informatique, la dsi, service financier, service conformite',
    es: 'departamento de compras, equipo de compras, departamento de ti, departamento de sistemas, departamento financiero, equipo legal, compras'
  },
  buyIntent: {
    kind: 'subject',
    en: 'intent, intent score, intent data, intent signal, intent signals, purchase intent, buying intent, buyer intent, engagement score, lead score',
    de: 'intent, kaufsignal, kaufsignale, kaufinteresse',
    fr: 'intention d achat, signaux d achat, signal d achat, intention',
    es: 'intencion de compra, senales de compra, senal de compra, intencion'
  },
  topic: {
    kind: 'subject',
    en: 'integration, integrations, integrate, implementation, onboarding, security, support, training, timeline, delivery, api, roadmap, customisation, customization, sla, hosting, delivery times',
    de: 'schnittstelle, schnittstellen, integration, integrationen, schulung, lieferzeit, lieferzeiten, sicherheit, einfuhrungsdauer, hosting, anbindung',
    fr: 'integration, integrations, formation, securite, delais, delais de livraison, interface, interfaces, hebergement, mise en service',
    es: 'integracion, integraciones, formacion, seguridad, plazos, plazos de entrega, soporte, puesta en marcha'
  },
  start: {
    kind: 'event',
    en: 'started, starts, starting, start, began, begins, activated, activates, running, ongoing, under way, underway, in progress, using, uses, active, kicked off, kicks off, rolled out, rolling out, daily use, uses it daily, logs in daily, logged in, invited colleagues, added users, extended, extends, extend, upgraded, begin, invited, logs in, signed in, signs in, signing in, sign in',
    de: 'gestartet, startet, starten, begonnen, beginnt, begann, lauft, laufend, laufende, aktiv, nutzt, nutzen, genutzt, aktiviert, im gange, angelaufen, eingeladen, eingeloggt, verlangert, testet, testen, getestet, rege, einsetzen, einsetzt, loslegen, beginn*, nutz*, verwend*',
    fr: 'demarre, demarree, demarrent, commence, commencee, lance, lancee, lancement, en cours, utilise, utilisent, active, activee, actif, invite, prolonge, prolongee, se connecte, debute, teste, testent, demarr*, commenc*, utilis*',
    es: 'iniciado, iniciada, inicio, inicia, iniciaron, empezo, empezaron, empezado, empieza, comenzo, comenzado, comienza, comenzaron, en curso, en marcha, usa, usan, utiliza, utilizan, activo, activa, activado, activada, activaron, invito, prolongado, prolongada, ampliado, ampliada, extendio, probando, prueban, comenz*, empez*, empiez*, utiliz*, usar, amplio'
  },
  approve: {
    kind: 'event',
    en: 'approved, approves, approval, approved by, signed off, signs off, sign off, green light, greenlit, green lit, green lighted, secured, allocated, released, granted, earmarked, set aside, available, confirmed budget, in place, cleared, reserved, ring fenced, has, have, got, increased, ready, go ahead, gave the go, given the go ahead, budgeted, planned in, approv*',
    de: 'genehmigt, genehmigte, genehmigung, freigegeben, freigabe, bewilligt, bewilligung, steht, vorhanden, verfugbar, gesichert, bereitgestellt, eingeplant, reserviert, grunes licht, hat, haben, abgesegnet, erhoht, aufgestockt, genehmig*, bewillig*, freigeb*, freigegeb*',
    fr: 'approuve, approuvee, valide, validee, validation, accorde, accordee, debloque, debloquee, vote, votee, disponible, alloue, allouee, feu vert, a un, dispose d, dispose de, ont un, obtenu, en place, augmente, augmentee, sanctuarise, approuv*, valider, valident',
    es: 'aprobado, aprobada, aprobo, aprobaron, aprueba, aprobacion, autorizado, autorizada, asignado, asignada, liberado, liberada, disponible, visto bueno, luz verde, tiene, tienen, cuenta con, cuentan con, cerrado, concedido, ampliado el, aumentado, dotado, hay, aprob*, aprueb*, autoriz*, amplio, ampliaron'
  },
  sign: {
    kind: 'event',
    en: 'signed, signs, signing, signature, countersigned, sent for signature, ready to sign, to be signed, ordered, placed an order, placed order, bought, buys, purchased, ready to buy, wants to buy, ready to move forward, ready to proceed, wants to proceed, wants to move forward, moving forward, purchase order, po received, po issued, po sent, po on the way, verbal yes, verbal agreement, verbal commitment, verbally agreed, verbally committed, committed, in legal review, legal review, redlines, contract review, reviewing the contract, in procurement, procurement involved, security review, security questionnaire, vendor onboarding, closing, wants to start, wants to go ahead, going ahead, said yes, final approval, asked for the contract, asked for contract, requested contract, contract requested, contract sent, placed a order, wants to sign, wants to order, chose us, selected us, picked us, decided for us, went with us, prefers us, awarded us, won, preferred supplier, negotiating the contract, contract negotiation, contract negotiations, signed with us, signs with us, going with us, opted for us, opted for our, chose our, selected our, stays with us, staying with us, leaning towards us, leaning toward us, on board, bought our, ordered our, po, redlining, bank details, supplier form, vendor form, supplier onboarding, go ahead from, signing next week, procurement asked for, asked where to sign, asked for an invoice, asked for the order form, in signature, docusign, commit, commits, buy, to purchase, to buy, wants to purchase, ready to order, verbal ok, verbal go ahead, verbally said yes, gave us a verbal, verbal, loi, converted from, converted to, upgraded to paid, went paid, moved to a paid plan',
    de: 'unterschrieben, unterzeichnet, unterschrift, unterschreibt, bestellt, bestellung, auftrag erteilt, beauftragt, auftrag, mundliche zusage, zusage, mundlich zugesagt, kaufbereit, kaufabsicht, will kaufen, mochte kaufen, mochte bestellen, will bestellen, will unterschreiben, vertragsentwurf, vertragsverhandlung, vertragsverhandlungen, rechtsabteilung pruft, vertrag angefordert, will starten, mochte starten, entscheidung fur uns, fur uns entschieden, zuschlag, abschlussbereit, kurz vor abschluss, lieferantenanlage, vertragsprufung, kauft, will loslegen, mochte loslegen, bleibt bei uns, bei uns unterschrieben, entscheidet sich fur uns, entschied sich fur uns, hat uns ausgewahlt, tendiert zu uns, kauft bei uns, bankverbindung, rechnung angefordert, rechtsabteilung, auftragsbestatigung, juristische prufung, unterschriftsreif, unterschr*, unterzeichn*, kaufen, bestellen, gegengezeichnet, mundliches ok, hat ja gesagt, sagt ja, mundlich ja gesagt',
    fr: 'signe, signee, signature, commande passee, passe commande, a commande, commande, bon de commande, accord verbal, accord oral, pret a signer, prete a signer, prets a signer, veut signer, veut acheter, veut commander, achete, revue juridique, service juridique, contrat en relecture, negociation du contrat, nous a choisis, nous ont choisis, choisi notre, retenu notre, en phase de signature, accord de principe, a dit oui, bon pour accord, veut avancer, souhaite avancer, souhaite commander, signe avec nous, reste avec nous, nous a retenus, nous a choisi, part avec nous, veut demarrer, penche pour nous, rib, juridique, en cours de signature, docusign, pret a demarrer, prets a demarrer, signer, signent, signera, signeront, acheter, commander, contresigne, contresignee, ok oral, oui de principe, feu vert oral, dit oui',
    es: 'firmado, firmada, firmo, firmaron, firma, firmar, pedido en firme, hizo un pedido, orden de compra, acuerdo verbal, compromiso verbal, listo para firmar, lista para firmar, listos para firmar, quiere firmar, quiere comprar, quieren comprar, compro, revision legal, departamento legal, revisando el contrato, negociacion del contrato, nos eligio, nos han elegido, nos eligieron, adjudicado, adjudicaron, dijo que si, han dicho que si, quiere avanzar, quieren avanzar, quiere empezar, quieren empezar, nos ha elegido, firmo con nosotros, se queda con nosotros, firmaron con nosotros, datos bancarios, departamento juridico, en firma, lista para empezar, listo para empezar, firmar*, firmad*, firman, comprar, comprarlo, contratarnos, dio el si, dieron el si, dado el si, si verbal, ok verbal, visto bueno verbal, si de palabra'
  },
  end: {
    kind: 'event',
    en: 'expires, expiring, expiry, ends, ending, end, runs out, running out, up for renewal, up, coming up, due, due for renewal, is up, comes to an end, coming to an end, up soon, finishes, comes up, to expire, to end, lapses, lapsing, runs until, finishing, is ending',
    de: 'lauft aus, lauft .. aus, auslaufend, auslaufender, endet, enden, ende, kundbar, steht an, stehen an, ansteht, bald fallig, fallig, lauft bald aus, ablauft, auslauft, ausgelaufen ist, lauft .. ab, laufen .. ab, laufen .. aus',
    fr: 'arrive a echeance, a echeance, echeance, se termine, prend fin, touche a sa fin, arrive a terme, a renouveler, bientot, imminent, expirera, se terminera, arrivant a echeance',
    es: 'vence, vencen, vencer, vencimiento, expira, expiran, termina, terminan, finaliza, finalizan, caduca, acaba, por vencer, a punto de vencer, se acaba, pendiente de renovar, se acerca, proxima, proximo a vencer'
  },
  reply: {
    kind: 'event',
    en: 'replied, replies, reply, replying, responded, responds, response, responses, answered, answers, answer, answering, wrote back, got back to us, got back, called back, calls back, called us back, returned our call, returned call, returns calls, reaction, came back to us, picked up, picks up, feedback, reacted, reachable, responsive, heard from, heard back, return calls, pick up, respond, reacts, reach, been in touch, got in touch, reached, in contact, heard, hear back, get hold of, get hold, respond to, got an answer, writes back, texted back, phoned back, called in, rang back, rang us, emailed us, wrote to us, wrote in, messaged us, pinged us, returned our, returned my, pick up the phone, picks up the phone, messaged me, emailed me, called me, called me back, texted me, wrote me, pinged me, reached out, reached out to us, connected with us, connected with me, connected on linkedin, connected on xing',
    de: 'geantwortet, antwortet, antworten, antwort, antwortete, ruckmeldung, zuruckgerufen, ruft zuruck, rief zuruck, ruckruf, zuruckgeschrieben, meldet, meldete, gemeldet, reagiert, reagierte, reaktion, erreichbar, erreicht, feedback, ans telefon, geht ran, melden sich, reaktionen, hebt ab, zu erreichen, schrieb zuruck, hat sich gemeldet, meldete sich, rief an, ruft an, schreibt uns, geht dran, antwort*, geantwort*, zuruckgemeld*, zuruckmeld*, hat mich kontaktiert, hat uns kontaktiert, hat sich bei uns gemeldet',
    fr: 'repondu, repond, repondent, reponse, reponses, rappele, rappelee, rappelle, reagi, reagit, reaction, joignable, retour, retours, nouvelles, recontacte, decroche, signe de vie, a rappele, nous a ecrit, ecrit, nous a appeles, a appele, repond*, rappel*, m a ecrit, m a appele, nous a contactes, m a contacte',
    es: 'respondio, respondieron, responde, responden, respondido, respuesta, respuestas, contesto, contestaron, contesta, contestan, contestado, devolvio la llamada, devolvieron la llamada, devuelve las llamadas, devuelve llamadas, reacciono, localizable, nos llamo, reaccion, noticias, coge el telefono, atiende, nos escribio, escribio, nos ha llamado, devolvio el correo, contesto que si, localizar, localizarlo, responde rapido, respond*, me escribio, me llamo, me contacto'
  },
  view: {
    kind: 'event',
    en: 'clicked, clicks, click, visited, visits, visit, visiting, viewed, views, browsed, browsing, looked at, looking at, checked, checked out, returned to, came back to, spent, scrolled, revisited, views of, engaged with, subscribed to, landed on, hits on, visit*, returning visitor, repeat visitor, repeat visits, visitor, visitors, page views, pageviews, sessions, web sessions, site sessions',
    de: 'geklickt, klickt, klickte, klick, klicks, besucht, besuchte, besuch, angesehen, angeschaut, aufgerufen, schaute, schaut, ansieht, besuche, besuch*, umgesehen, angeseh*, wiederkehrender besucher, besucher, seitenaufrufe',
    fr: 'clique, cliquee, clics, visite, visitee, visites, consulte, consultee, vu, vue, regarde, regardee, parcouru, est revenu sur, consultes, visit*, visiteur recurrent, visiteur, pages vues, sessions',
    es: 'clic, clics, hizo clic, visito, visitaron, visita, visitas, visitado, vio, vieron, visto, miro, miraron, volvio a, ha visto, reviso, revisado, consultado, visit*, visitante recurrente, visitante, paginas vistas, sesiones'
  },
  download: {
    kind: 'event',
    en: 'downloaded, downloads, download, downloading, download*',
    de: 'heruntergeladen, ladt herunter, lud herunter, lud .. herunter, ladt .. herunter, download, downloadet',
    fr: 'telecharge, telechargee, telecharges, telechargement, telechargent, telecharg*',
    es: 'descargo, descargado, descarga, descargaron, descargan, ha descargado, se descargo, bajo, descarg*'
  },
  signup: {
    kind: 'event',
    en: 'signed up, signs up, sign up, sign ups, registered, registers, registration, registering, subscribed, created an account, opened an account, enrolled, enrolled in',
    de: 'angemeldet, meldet sich an, meldete sich an, anmeldung, registriert, registrierung, abonniert, konto angelegt, eingeschrieben',
    fr: 'inscrit, inscrite, inscrits, inscription, s inscrit, abonne, abonnee, cree un compte, enregistre',
    es: 'inscrito, inscrita, inscribio, inscribieron, se inscribio, registrado, registrada, registro, se registro, se registraron, apuntado, apunto, se apunto, suscrito, suscrita, suscribio, creo una cuenta, dado de alta'
  },
  leave: {
    kind: 'event',
    en: 'left, leaves, leaving, has left, departed, departs, quit, quits, resigned, resigns, was fired, fired, got fired, gone, moved on, no longer with, no longer works at, no longer works there, no longer works here, no longer there, stepped down, steps down, changed jobs, laid off our, was let go, let go, left the company, not with the company, retired, retires, moved to another company, changed employer, changed company, is leaving, out of the company, passed away, parental leave, maternity leave, sick leave, on leave, dismissed, made redundant, been made redundant, sacked, laid off from, redundant, off sick, replaced by, has been replaced, was replaced, transferred, relocated to another, moved to another team, moved to another role, moved teams, changed teams, changed role, moved internally, reassigned, was reassigned, was transferred, been transferred',
    de: 'verlasst, verlassen, verliess, gekundigt, ausgeschieden, scheidet aus, weg, gegangen, nicht mehr im unternehmen, nicht mehr da, arbeitet nicht mehr, nicht mehr tatig, entlassen, gewechselt, wechselt, zuruckgetreten, in rente, in elternzeit, elternzeit, hat gekundigt, nicht mehr bei, geht in rente, im ruhestand, aufgehort, verstorben, ausgeschied*, versetzt worden, wurde versetzt',
    fr: 'quitte, quittee, quittent, parti, partie, partis, demissionne, licencie, licenciee, n est plus, n est plus la, ne travaille plus, a quitte, depart, remplace, s en va, conge maternite, conge parental, en conge maladie, plus en poste, retraite, change de poste, change de societe, demission, demission*, mute, mutee, a ete mute, a ete mutee',
    es: 'dejo, deja, dejado, ha dejado, dejara, se fue, se va, marcho, se marcho, dimitio, dimite, despedido, despedida, ya no trabaja, ya no esta, fue despedido, salio de, se ha ido, baja por maternidad, baja medica, de baja, cambio de empresa, cambio de trabajo, se jubilo, renuncio, dimision, marchado, marcharon, se ha marchado, trasladado, trasladada, trasladaron'
  },
  arrive: {
    kind: 'event',
    en: 'new, newly appointed, appointed, appoints, hired a new, hires a new, promoted, promoted to, names, named, just joined, incoming, recently joined, newly hired, recently appointed, welcomes, just started as, started as, took over as, takes over as',
    de: 'neu, neue, neuer, neuen, neues, ernannt, berufen, befordert, frisch, seit kurzem, neu im amt, bestellt zum, ubernimmt als, nachfolger, nachfolgerin, an bord',
    fr: 'nouveau, nouvelle, nouvel, nouveaux, nouvelles, nomme, nommee, promu, promue, vient d arriver, prise de poste, vient de rejoindre, arrivee, recrute un',
    es: 'nuevo, nueva, nuevos, nuevas, nombrado, nombrada, nombro, nombraron, ascendido, ascendida, recien nombrado, recien llegado, incorporacion de, se incorpora, incorporo, ficha a'
  },
  grow: {
    kind: 'event',
    en: 'growing, growth, grew, grows, grown, increase, rising, rose, doubled, doubling, tripled, up by, record year, strong growth, booming, expand, expanded, expands, expansion, entering, enters, entered, moving into, opening, opens a, opened a, opened its, opened their, opened an, opens its, opening up, opened in, scaling, scaling up, ramping up, adding, adds, surged, jumped, soaring, increasing, building, builds, planning to open, plans to open, setting up, breaking into, went live in, internationalising, extending, expan*, spike, spiked, spikes, spiking, surge, surging, surges, climbing, climbed, soared, uptick, trending up, going up, went up',
    de: 'wachst, wachsen, wachstum, gewachsen, gestiegen, steigt, steigend, steigende, steigerung, verdoppelt, verdreifacht, rekordumsatz, rekordjahr, expandiert, expansion, expandieren, eroffnet, eroffnung, eroffnete, eroffnen, baut aus, bauen aus, ausbau, erweitert, erweitern, erweiterung, markteintritt, tritt .. ein, erschliesst, baut, zugelegt, wachs*, gewachs*, expan*, eroffn*',
    fr: 'croissance, croit, en hausse, hausse, progresse, double, triple, annee record, expansion, s etend, s agrandit, se developpe, developpement, ouvre, ouverture, a ouvert, ouvrir, s implante, s installe, s internationalise, agrandit, forte croissance, augmentation, croissante, va ouvrir, agrandissement, croiss*',
    es: 'crece, crecen, crecio, crecimiento, creciendo, crecido, aumento, aumenta, aumentan, subio, sube, duplico, duplica, duplicado, triplico, triplicado, ano record, expansion, expande, se expande, expandiendo, se expanden, abre, abren, abrio, abrira, abrieron, apertura, entra en, entrando en, se implanta, amplia, en auge, construye, internacionaliza, va a abrir, inaugura, inauguro, crec*, expan*'
  },
  shrink: {
    kind: 'event',
    en: 'cut, cuts, cutting, falling, fell, falls, decline, dropping, down, shrinking, shrank, closing down, closes, closed, closing its, closing their, closure, shutting, shuts, shut down, shutting down, slump, slumped, slashed, slashing, reducing, reduced, reduces, reduction, sliding, decreasing, decreased, plunged, downturn, missed targets, collapsed, lower, restructuring, selling off, dropped by, cost cutting, savings programme, exits, exiting, leaving the market, restructur*, closures, closings',
    de: 'kurzt, gekurzt, kurzung, kurzungen, baut ab, abbau, abgebaut, baut .. ab, sinkt, sinkend, sinkende, gesunken, ruckgang, rucklaufig, eingebrochen, bricht ein, schliesst, geschlossen, schliessung, reduziert, sparkurs, sparprogramm, einsparungen, sparmassnahmen, schrumpft, minus, gefallen, umsatzeinbruch, umsatzruckgang, ertragsruckgang, restrukturierung, verkleinert, gewinneinbruch, restruktur*',
    fr: 'reduit, reduite, reduits, reduction, reductions, coupe, coupes, baisse, en baisse, chute, chutent, recule, recul, ferme, fermee, fermeture, supprime, supprimes, suppression, suppressions, restructuration, diminue, diminution, sabre, plan d economies, fermetures, s effondre, se separe de, rogne, restructur*, va fermer, fermer, fermera, ferment, vont fermer',
    es: 'recorta, recortan, recorto, recortado, recortada, recorte, recortes, reduce, reducen, redujo, reducido, reduccion, cae, caen, cayo, caida, baja, bajan, bajo las, cierra, cierran, cerro, cerrara, cierre, suprime, despide, reestructuracion, disminuye, disminuyo, descenso, hundido, desplome, retrocede, reestructur*, recort*, va a cerrar, cerrar, van a cerrar'
  },
  move: {
    kind: 'event',
    en: 'replacing, replace, replaces, replacement, replaced, migrating, migrate, migration, migrates, moving off, moving away, moving away from, moving from, switching, switching from, switching away, switch, swapping out, ripping out, phasing out, modernising, modernizing, modernisation, overhaul, upgrading, looking to replace, getting rid of, sunsetting, consolidating, retiring its, retiring their, looking for an alternative, looking for alternatives, looking for alternative, looking to switch, wants to switch, wants to change, outgrown, outgrew, has outgrown, outgrowing, consolidate',
    de: 'ablosen, ablosung, ablost, lost .. ab, ersetzt, ersetzen, ersatz, migriert, migration, umstellung, umstieg, stellt .. um, umsteigen, wechseln, wechsel, wechseln will, modernisiert, modernisierung, will wechseln, mochte wechseln, sucht alternative, suchen alternative, sucht eine alternative, suchen eine alternative, steigt um, abloesen, alternativen gesucht, abschaffen, einstellen, konsolidiert, herausgewachsen, austauschen',
    fr: 'remplacer, remplacement, remplace le, remplace son, remplace leur, migration, migre, migrer, changer de, change de, abandonner, moderniser, modernisation, quitter, cherche une alternative, cherchent une alternative, cherche a remplacer, cherche a changer, refonte, renouveler son, bascule, basculer, change d, changer d, changent de, changent d',
    es: 'reemplazar, reemplazo, sustituir, sustituye, sustitucion, sustituyendo, reemplaza, reemplazando, migrar, migracion, migra, migrando, cambiar de, cambia de, cambiando de, modernizar, modernizacion, moderniza, busca alternativa, busca una alternativa, buscan alternativa, buscan una alternativa, buscando alternativas, abandonar, renovar su, dejar de usar'
  },
  compare: {
    kind: 'event',
    en: 'evaluating, evaluates, evaluate, comparing, compares, assessing, vendor selection, vendor comparison, looking for a solution, looking for a tool, looking for software, looking for a system, in the market for, actively looking, actively searching, searching for, benchmarking, reviewing options, reviewing vendors, selecting a vendor, choosing a vendor, market research for, looking into, considering, looking for, scoping, vendor review, selection process, tests several, hunting for, seeking',
    de: 'evaluiert, evaluieren, evaluation, vergleicht, vergleichen, vergleich, anbietervergleich, anbieterauswahl, sucht, suchen, suche nach, auf der suche, auswahlverfahren, pruft, prufen, sondiert, zieht in erwagung, erwagt, uberlegt, vergleicht anbieter, schaut sich .. an, marktsondierung',
    fr: 'evalue, evaluent, compare, comparent, comparatif, comparaison, retenu, recherche, cherche, cherchent, etudie, etudient, en phase de selection, a la recherche de, a l etude, envisage, envisagent, en quete, benchmark, examine, recherchent',
    es: 'evaluando, evalua, evaluan, comparando, compara, comparan, comparativa, busca, buscan, buscando, en busca de, estudiando, estudia, valorando, valora, proceso de seleccion, considerando, explorando, considera, analizando'
  },
  refer: {
    kind: 'event',
    en: 'referral, referrals, referred, recommended by, recommended us, recommendation, recommendation from, intro, intros, introduced, introduction, warm intro, warm introduction, introduced by, referred by, word of mouth, comes recommended, recommends us, introduced us, mutual contact, refers us, vouched for us, recommended, recommends, told him about us, told her about us, told them about us, told me about us, put us in touch, puts us in touch, made the intro, made the introduction',
    de: 'empfehlung, empfohlen, weiterempfohlen, weiterempfehlung, vermittelt, vorgestellt von, auf empfehlung, empfiehlt, empfiehlt uns, empfehlungen, tipp von, auf uns aufmerksam gemacht, hat uns vorgestellt, von uns erzahlt',
    fr: 'recommande, recommandee, recommandation, recommandes, mise en relation, introduit par, presente par, bouche a oreille, parrainage, nous recommande, recommandations, mis en relation, recommandent, lui a parle de nous, leur a parle de nous, nous a mis en relation, nous a fait connaitre, nous a presentes',
    es: 'recomendado, recomendada, recomendacion, recomendados, recomendo, recomienda, referido, referida, referencia de, presentado por, boca a boca, de parte de, nos recomendo, nos recomienda, le hablo de nosotros, les hablo de nosotros, nos puso en contacto, nos presento'
  },
  urgent: {
    kind: 'event',
    en: 'urgent, urgently, asap, as soon as possible, immediate, immediately, right away, top priority, high priority, priority, in a hurry, deadline, deadlines, needs it by, need it by, must go live, must have, time pressure, this quarter, this month, by the end of, by end of, before the end of, by quarter end, before year end, within weeks, next month, next week, soon, straight away, tight timeline, short term, at short notice, before christmas, before summer',
    de: 'dringend, dringender, eilig, so schnell wie moglich, schnellstmoglich, sofort, umgehend, zeitnah, kurzfristig, prioritat, top prioritat, hohe prioritat, hochste prioritat, frist, deadline, termindruck, zeitdruck, dieses quartal, diesen monat, bis ende, noch in diesem jahr, noch dieses jahr, nachsten monat, nachste woche, in diesem quartal, unter zeitdruck, asap, bald, moglichst bald, eilt',
    fr: 'urgent, urgente, urgence, au plus vite, des que possible, rapidement, immediat, immediate, immediatement, priorite, prioritaire, delai serre, delais serres, date limite, echeance serree, ce trimestre, ce mois ci, avant la fin, d ici la fin, le mois prochain, la semaine prochaine, presse, deadline, pour la rentree, a court terme, sous pression',
    es: 'urgente, urgentemente, urgencia, cuanto antes, lo antes posible, inmediato, inmediata, inmediatamente, prioridad, prioritario, prioritaria, alta prioridad, maxima prioridad, plazo ajustado, fecha limite, este trimestre, este mes, antes de fin, antes de que acabe, proximo mes, el mes que viene, la semana que viene, la proxima semana, prisa, ya, plazo corto, antes del verano, a corto plazo, corre prisa, para ayer'
  },
  nextYear: {
    kind: 'event',
    en: 'next year, next financial year, next fiscal year, in two years, next budget cycle, later this year, next budget year',
    de: 'nachstes jahr, nachsten jahr, kommendes jahr, nachstes geschaftsjahr, im nachsten jahr, im kommenden jahr, fruhestens nachstes jahr, spater im jahr',
    fr: 'l annee prochaine, an prochain, annee prochaine, prochain exercice, exercice prochain, plus tard dans l annee',
    es: 'el ano que viene, proximo ano, ano proximo, siguiente ejercicio, proximo ejercicio, mas adelante este ano'
  },
  handedOver: {
    kind: 'event',
    en: 'sent us, sends us, sending us, sent me, sent over, sends over, sending over, gave us, has sent us, shared with us, provided us with, supplied us with, emailed us their, emailed over',
    de: 'schickt uns, schickte uns, hat uns geschickt, uns geschickt, uns .. geschickt, uns .. zugeschickt, uns .. gesendet, sendet uns, sendete uns, schickt .. zu',
    fr: 'nous envoie, nous a envoye, nous ont envoye, nous a transmis, nous ont transmis, nous transmet, nous fait parvenir, nous a fait parvenir',
    es: 'nos envia, nos envio, nos enviaron, nos ha enviado, nos han enviado, nos mando, nos manda, nos ha mandado, nos paso, nos ha pasado'
  },
  copiedIn: {
    kind: 'event',
    en: 'looped in, loops in, loop in, brought in, brings in, pulled in, involved, involves, cc d, ccd, cc ed, cced, copied in, copied, in cc, on cc, in copy, on the cc, added to the thread',
    de: 'eingebunden, einbezogen, hinzugezogen, zieht .. hinzu, bindet .. ein, bezieht .. ein, in kopie, in cc, ins boot geholt, holt .. ins boot, holt .. dazu',
    fr: 'implique, impliquee, impliques, impliquent, en copie, mis en copie, mis dans la boucle, associe au projet',
    es: 'involucro, involucra, involucrado, involucrada, involucran, en copia, puesto en copia, incluyo a, incorporo a'
  },
  speaksFor: {
    kind: 'event',
    en: 'backing, backs, supports, supporting, sponsors, sponsoring, championing, lobbying for, rooting for, pushing for, pushing, pushes for, fighting for, fully behind, in favour, in favor of, in our corner, sold it to, selling it to, sells it to, sold this to, selling this to',
    de: 'unterstutzt, unterstutzen, befurwortet, befurworten, setzt sich .. ein, setzen sich .. ein, macht sich .. stark, steht hinter, treibt .. voran, jetzt auch dafur, ist auch dafur, ist jetzt dafur, ist auch jetzt dafur',
    fr: 'soutient, soutiennent, appuie, appuient, defend, defendent, pousse, poussent, pilote le, porte le projet',
    es: 'apoya, apoyan, respalda, respaldan, impulsa, impulsan, defiende, defienden, empuja, a favor de'
  },
  noObjection: {
    kind: 'event',
    en: 'no objections, no objection, no concerns, no issues with, no issue with, has no issues, fine with, ok with, okay with, comfortable with, nothing against',
    de: 'keine einwande, keine bedenken, nichts dagegen, hat nichts gegen, einwandfrei',
    fr: 'pas d objection, aucune objection, sans objection, aucune reserve, pas de reserve, rien contre',
    es: 'sin objeciones, ninguna objecion, no tiene objeciones, no tienen objeciones, no pone pegas, sin pegas, nada en contra'
  },
  buildOwn: {
    kind: 'event',
    en: 'building .. in house, builds .. in house, built .. in house, build .. in house, develop .. in house, develops .. in house, developing .. in house, developed .. in house, doing .. in house, do .. in house, does .. in house, keep .. in house, handle .. in house, handles .. in house, building .. internally, developing .. internally, build .. internally, build .. themselves, builds .. themselves, building .. themselves, built .. themselves, develop .. themselves, roll their own',
    de: 'entwickelt .. selbst, entwickeln .. selbst, baut .. selbst, bauen .. selbst, programmiert .. selbst, programmieren .. selbst, macht .. selbst, machen .. selbst, entwickelt .. intern, entwickeln .. intern, lost .. intern, losen .. intern, entwickelt .. inhouse, entwickeln .. inhouse, baut .. inhouse',
    fr: 'developpe .. en interne, developpent .. en interne, developper .. en interne, construit .. en interne, construisent .. en interne, fait .. en interne, font .. en interne, faire .. en interne, gere .. en interne, gerent .. en interne, developpe .. lui meme, developpent .. eux memes, font .. eux memes',
    es: 'desarrolla .. internamente, desarrollan .. internamente, desarrollar .. internamente, hacen .. internamente, hace .. internamente, gestionan .. internamente, construyen .. internamente, desarrollan .. en casa, hacen .. en casa, lo hacen .. ellos mismos, desarrollarlo .. internamente, desarrollarla .. internamente, hacerlo .. internamente'
  },
  metAt: {
    kind: 'event',
    en: 'met at, met them at, met him at, met her at, met with, met, ran into, bumped into',
    de: 'angesprochen, kennengelernt, vorbeigekommen, kam vorbei, gesprochen mit',
    fr: 'rencontre, rencontres, rencontree, croise, croisee, nous a abordes',
    es: 'conocimos, conocido, conocida, nos abordo, nos encontramos, hablamos con'
  },
  laterDate: {
    kind: 'event',
    en: 'in 3 months, in 4 months, in 5 months, in 6 months, in 9 months, in 12 months, in 18 months, in three months, in six months, in nine months, in twelve months, in a few months, in a couple of months, in a year, in a year or two, a year from now, six months from now, half a year, in the new year, next quarter, next summer, next spring, next autumn',
    de: 'in 3 monaten, in 6 monaten, in 9 monaten, in 12 monaten, in drei monaten, in sechs monaten, in einigen monaten, in einem halben jahr, in einem jahr, nachstes quartal, im neuen jahr',
    fr: 'dans 3 mois, dans 6 mois, dans 12 mois, dans trois mois, dans six mois, dans quelques mois, dans un an, au prochain trimestre, le trimestre prochain',
    es: 'en 3 meses, en 6 meses, en 12 meses, dentro de 3 meses, dentro de 6 meses, dentro de tres meses, dentro de seis meses, en seis meses, en unos meses, dentro de unos meses, dentro de un ano, en un ano, el proximo trimestre'
  },
  obstacle: {
    kind: 'subject',
    en: 'objection, objections, concern, concerns, doubt, doubts, reservation, reservations, worry, worries, hurdle, hurdles, obstacle, obstacles, roadblock, roadblocks, pushback, resistance, hesitation, scepticism, skepticism, further comments, more comments, open points, red flags, showstoppers, deal breakers, showstopper, sticking point, sticking points, stumbling block, stumbling blocks, snag, snags, red flag, blockers, impediment, impediments, unresolved issues, complication, complications',
    de: 'einwand, einwande, einwanden, bedenken, zweifel, vorbehalt, vorbehalte, hurde, hurden, widerstand, widerstande, sorgen, skepsis, offene punkte, hindernis, hindernisse',
    fr: 'objection, objections, doute, doutes, reserve, reserves, inquietude, inquietudes, craintes, frein, freins, reticence, reticences, blocage, blocages, obstacle, obstacles, remarque, remarques',
    es: 'objecion, objeciones, duda, dudas, reserva, reservas, reparo, reparos, pega, pegas, traba, trabas, inquietud, inquietudes, obstaculo, obstaculos, freno, frenos'
  },
  over: {
    kind: 'event',
    en: 'is over, are over, was over, over now, lifted, has been lifted, was lifted, resolved, cleared, cleared up, cleared away, dispelled, out of the way, has ended, ended, no longer in place, addressed, settled, sorted out, are gone, is gone, overcome, thawed, unfrozen, unblocked, is behind them, dealt with, has been dealt with, been dealt with, taken care of, ironed out, put to rest, worked out',
    de: 'vorbei, ist vorbei, ausgeraumt, aufgehoben, beseitigt, geklart, vom tisch, aus dem weg, uberwunden, zerstreut, beendet, ausgeraumt werden, aufgelost',
    fr: 'leve, levee, leves, levees, dissipe, dissipes, dissipee, dissipees, resolu, resolus, resolue, resolues, regle, regles, reglee, reglees, ecarte, ecartes, est fini, est finie, est termine, est terminee',
    es: 'levantado, levantada, levantaron, se levanto, resuelto, resuelta, resueltos, resueltas, se resolvieron, se resolvio, superado, superada, superados, superadas, despejado, despejadas, aclarado, aclaradas, se acabo, ha terminado, ya termino'
  },
  ourFormer: {
    kind: 'subject',
    en: 'our old contact, our former contact, our previous contact, our old champion, our former champion, our ex champion, our former user, a former user of ours, former user of ours, ex user of ours, former customer of ours, our former customer, my former customer, my old contact, my former contact, previous client of ours, previous client',
    de: 'unser fruherer ansprechpartner, unsere fruhere ansprechpartnerin, unser ehemaliger ansprechpartner, unser alter ansprechpartner, ehemaliger nutzer von uns, ehemaliger kunde von uns, ehemaliger kunde, unser fruherer kontakt, alter bekannter',
    fr: 'notre ancien contact, notre ancienne contact, notre ancien interlocuteur, un ancien utilisateur, ancien utilisateur, un ancien client, ancienne cliente',
    es: 'nuestro antiguo contacto, nuestra antigua contacto, un antiguo usuario nuestro, antiguo usuario nuestro, un antiguo cliente, antigua clienta'
  },
  opponent: {
    kind: 'subject',
    en: 'blocker, main blocker, former blocker, opponent, opponents, sceptic, skeptic, critic, detractor, gatekeeper, difficult buyer, person who blocked us, person blocking us, man who blocked us, woman who blocked us, one who blocked us, one who opposed us, manager who blocked us, manager who opposed us, who blocked us, who opposed us, who was against us, who said no, who rejected us, guy who blocked us, guy who didnt like us, person who didnt like us, manager who didnt like us, our biggest critic, kept blocking us, who kept blocking us, who blocked this, who blocked it, who blocked the project, who vetoed us, who vetoed it, who turned us down, who killed it, who killed the project, who hated us, who didnt want us, who didnt want it, who rejected it, who always said no, who never liked us, who was against it, who opposed it, who refused us, who stopped it, who disliked us, sceptics, skeptics, critics, naysayer, doubter, loudest critic, fiercest critic, biggest critic, biggest sceptic, biggest opponent',
    de: 'gegner, gegnerin, bremser, blockierer, kritiker, kritikerin, skeptiker, der uns blockiert hat, die uns blockiert hat, der dagegen war, die dagegen war, der uns immer blockiert hat, der uns abgelehnt hat, die uns abgelehnt hat, der immer nein sagte, zweifler, zweiflerin, skeptischer, skeptische',
    fr: 'opposant, opposante, detracteur, celui qui bloquait, celle qui bloquait, qui bloquait, qui etait contre, qui s opposait',
    es: 'opositor, opositora, detractor, el que bloqueaba, la que bloqueaba, quien bloqueaba, que bloqueaba, que se oponia, que estaba en contra'
  },
  elsewhere: {
    kind: 'subject',
    en: 'next door, neighbour, neighbours, neighbor, neighbors, across the street, across the road, down the street, on the corner, in the same building, in the same street, unrelated, landlord, another customer, other customer, another client, other client, another prospect, other prospect, another lead, different customer, different client, different prospect, another account, government, the city council, our own company, our own office, our own budget, our own team, my colleague, my neighbour, my neighbor, in the news, competitors of ours',
    de: 'nebenan, nachbar, nachbarn, nachbarfirma, gegenuber, an der ecke, im selben haus, vermieter, ein anderer kunde, anderer kunde, ein anderer interessent, anderer interessent, anderen kunden, die regierung, in den nachrichten, unser eigenes budget, unser eigenes team',
    fr: 'd a cote, voisin, voisins, voisine, d en face, au coin de la rue, dans le meme immeuble, un autre client, autre client, un autre prospect, autre prospect, autre de nos clients, autres clients, le gouvernement, proprietaire des locaux',
    es: 'de al lado, vecino, vecinos, vecina, de enfrente, de la esquina, en el mismo edificio, otro cliente, otro cliente potencial, otros clientes, otro cliente nuestro, el gobierno, casero'
  },
  comeBack: {
    kind: 'event',
    en: 'revisit in, revisit, circle back, reconnect, check back, touch base, pick this up, pick it up, contact again, reach out again',
    de: 'wieder melden, nochmal melden, erneut melden, wieder anrufen, wieder anfragen, nochmal nachfassen, wiedervorlage',
    fr: 'relancer, recontacter, revenir vers nous, a relancer, a rappeler, refaire le point',
    es: 'volver a llamar, volver a hablar, retomar, retomarlo, volver a contactar en, contactar de nuevo, llamar de nuevo'
  },
  mailBounce: {
    kind: 'event',
    en: 'bounced, bounce, bounces, bouncing, hard bounce, hard bounced, soft bounce, undeliverable, undelivered, not delivered, returned to sender, mailer daemon, came back undelivered',
    de: 'unzustellbar, nicht zustellbar, kam zuruck, zuruckgekommen, bounce, bounct, gebounct',
    fr: 'revenu en erreur, revient en erreur, revenu, non delivre, non distribue, retour a l expediteur, npai, bounce',
    es: 'rebotado, rebotada, rebota, rebotan, rebotaron, reboto, rebote, devuelto, no entregado'
  },
  buyOther: {
    kind: 'event',
    en: 'chose, chosen, choose, went with, going with, gone with, goes with, picked, picks, opted for, opts for, decided on, decided for, selected, selects, switched to, moved to, moving to, awarded to, lost to, signed with, signs with, just signed with, signed a contract with, prefers, preferred, bought from, buys from, ordered from, committed to, under contract with, locked in with, locked into, tied to, contract with, loyal to, works with, working with, partnered with, already uses, already using, already has, already have, already with, happy with a, went to, stays with, staying with, stay with, sticking with, sticks with, stick with, remains with, renewed with, renews with, renewed, extended with, just renewed, has renewed, renew with, satisfied with, happy with, content with, pleased with, likes their, extended its, settled on, awarded, stick to, sticks to, sticking to, stayed with, remaining with, loves their, keep their, keeps their, keep the, keep our current, keeping the, keeping their, re signed with, recommitted to, re upped with, stay on, stays on, staying on, remain on, remains on',
    de: 'entschieden, entscheidet, entschied, gewahlt, wahlt, wahlte, gewechselt zu, wechselt zu, verloren an, unterschrieben bei, unterschrieben mit, gebunden an, bevorzugt, arbeitet mit, arbeiten mit, kauft bei, bleibt bei, bleiben bei, bleibt beim, blieb bei, bleibt bei der, zufrieden, verlangert mit, verlangert bei, schon bei, hat bereits, haben bereits, hat schon, nutzt bereits, nutzen bereits, setzt auf, beauftragt, glucklich mit, im vertrag mit, vergeben an, den zuschlag, zuschlag an, halt am, halt an, festhalten, bereits versorgt, unter vertrag, behalten, behalt',
    fr: 'choisi, choisie, choisit, choisissent, opte, opte pour, ont opte, retenu, retenue, parti chez, partis chez, passe chez, engage avec, engage aupres de, signe avec, signe chez, perdu au profit de, perdu contre, prefere, preferent, travaille avec, travaille deja avec, travaillent deja avec, reste chez, restent chez, reste avec, restent avec, satisfait, satisfaite, satisfaits, content, contente, contents, renouvele avec, reconduit, equipe avec, deja un, deja une, lie a, lies a, heureux avec, fidele a, engages avec, sous contrat avec, sous contrat, s oriente vers, va chez, garder, garde, conserver, conserve, resigne, resigner, resigne avec, reengage avec, rempile avec, renouveler avec',
    es: 'eligio, eligieron, elegido, elige, opto, optaron, optado, optado por, opto por, se fue con, se fueron con, se decidio por, se decanto, se decantaron por, firmo con, firmaron con, firmado con, perdido contra, perdida contra, perdido frente a, prefiere, prefieren, prefirio, trabaja con, trabajan con, trabaja ya con, se queda con, se quedan con, sigue con, siguen con, seguira con, satisfecho, satisfecha, satisfechos, contento, contenta, contentos, renovo con, renovado con, renovaron con, ya tiene, ya tienen, ya usa, ya usan, atado a, atados a, ligado a, con contrato con, ha contratado a, contrato con, permanencia con, adjudicado a, feliz con, comprometido con, mantener, mantiene, mantienen, quedarse con, conservar, renueva con, renuevan con, acaba de renovar con, acaban de renovar con, volvio a firmar con'
  }
}

/** Words that say nothing of a lead, however they stand in a phrase. */
export const fillers: Readonly<Record<'en' | 'de' | 'fr' | 'es', string>> = {
  en: "a an the this that these those of to in on at for with from by as about into onto over under after before during since until till via per and or so is are was were be been being am has have had having do does did done doing will would shall should can could may might must i we you he she it they them his her their our us me my your its who whom whose which what when where why how all any some each every both few more most much many other another such only just also too very really quite again still already ever back out up off now then there here today yesterday tomorrow week weeks month months day days year years quarter last next ago recently currently right new first second third one two three four five six seven eight nine ten once twice times time lot lots bit customer customers prospect prospects lead leads client clients contact contacts person guy lady gentleman said says told tells mentioned mentions confirms stated according apparently probably maybe perhaps possibly definitely absolutely clearly strongly seems looks like well good nice okay ok short long quick quickly early late morning afternoon evening monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december q1 q2 q3 q4 via through within between around almost nearly directly personally together internally spontaneously re mr mrs ms dr inc ltd gmbh our ours colleague colleagues boss side them himself herself themselves regarding concerning re if because due own same got get gets getting go goes going went come comes came make makes made take takes took give gives gave given put puts let keep keeps say see sees saw know knows let's having able else further additional following full detailed detail details formal written free product products version package solution europe german english french spanish per user users seat seats licence pro self themselves w wk wks mth mths mo mos yr yrs qtr qtrs mon tue tues wed thu thur thurs fri jan feb mar apr jun jul aug sep sept oct nov dec pm eod eow eom eoy tmrw tmr yday incl approx thread linkedin xing whatsapp sms twitter facebook received receives prev",
  de: 'der die das den dem des ein eine einen einem einer eines und oder auch so als wie von vom zu zum zur in im ins an am auf aus bei beim mit nach seit uber unter vor bis fur gegen um durch wegen ist sind war waren wird werden wurde wurden worden sein hat haben hatte hatten kann konnen konnte muss mussen soll sollte sollten darf ich wir du ihr sie er es uns unser unsere unseren unserem unserer ihm ihn ihnen ihre ihren ihrem sein seine seinen seiner sich man wer was wann wo warum dass ob wenn weil da hier dort heute gestern morgen jetzt gerade schon bereits noch sehr ganz recht eher etwas viel viele mehr nur mal wieder immer oft bald woche wochen monat monaten monate tag tagen tage jahr jahre jahren quartal letzte letzten letzter letztes vergangene nachste nachsten nachster dieser diese dieses diesem diesen kunde kunden kundin interessent interessentin interessenten kontakt herr frau dr lead person sagt sagte laut wohl vielleicht wahrscheinlich angeblich offenbar grundsatzlich aktuell derzeit momentan zurzeit zwei drei vier funf zehn mehrfach mehrmals einmal zweimal dreimal erneut persongleich personlich telefonisch schriftlich per via gut gute guten gutes ersten erste zweite dritte januar februar marz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag hin her ab los gern gerne bitte ausdrucklich direkt intern intensiv kostenlos kostenlose kostenlosen jeden alle allem alles beide eigenen uberhaupt trotz nachdem bevor mittlerweile inzwischen konkret konkrete konkretes konkreten ausfuhrlich ausfuhrliche letztlich eventuell leider selbst zwischen innerhalb wegen laufenden selber macht machen gemacht geht gehen ging kommt kommen kam gibt geben gab lasst lassen bekommen bekommt erhalten erhalt erhielt bleibt steht nimmt nehmen sieht seht durfte eingegangen eingetroffen bisherigem bisherigen bisheriger aktuellem aktueller jetzigem jetziger bestehendem bestehender derzeitigem derzeitiger linkedin xing whatsapp',
  fr: 'le la les l un une des d du de et ou a au aux en dans sur sous pour par avec chez vers entre depuis pendant apres avant lors est sont etait etaient sera seront ete etre avoir a ont avait avaient aura as ai eu qui que qu quoi dont ou quand comment pourquoi ce cet cette ces c il elle ils elles on nous vous je j tu lui leur leurs son sa ses notre nos votre vos mon ma mes se s me m te y si aussi tres trop bien assez encore deja toujours souvent bientot aujourd hui hier demain maintenant actuellement recemment semaine semaines mois jour jours an ans annee annees trimestre dernier derniere derniers prochain prochaine client clients cliente prospect prospects contact personne monsieur madame mr mme dit disent selon apparemment peut etre probablement plusieurs fois deux trois quatre cinq dix premier premiere second seconde nouveau tout toute tous toutes chaque meme autre autres bon bonne complet complete gratuit gratuite personnellement directement telephone ecrit clairement vraiment janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi fait faire font peut peuvent doit doivent va vont vient viennent suite cause afin lors grace malgre via car donc finalement malheureusement interne detaille detaillee leur soit recu recue recus recues recevons linkedin whatsapp actuel actuelle',
  es: 'el la los las un una unos unas lo al del de y e o u a en con por para sobre bajo desde hasta entre tras durante segun hacia es son era eran fue fueron sera seran ser estar esta estan estaba estaban ha han habia hemos he haber que quien quienes cual cuando donde como porque si ya muy mas menos mucho mucha muchos muchas tan tanto todo toda todos todas cada otro otros otra otras mismo misma su sus nuestro nuestra nuestros nuestras le les nos se me te mi tu yo el ella ellos ellas usted ustedes este esta estos estas ese esa eso hoy ayer manana ahora actualmente recientemente semana semanas mes meses dia dias ano anos trimestre pasado pasada pasados proximo proxima cliente clientes prospecto prospectos contacto persona senor senora don dona dice dicen dijo dijeron segun parece aparentemente quizas quiza probablemente varias varios veces vez dos tres cuatro cinco diez primer primera primero segundo segunda tambien todavia aun siempre pronto bien bueno buena completa completo gratis gratuita directamente personalmente telefono escrito claramente realmente enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes hace hacen hizo hacer puede pueden debe deben va van viene vienen por detallada detallado debido causa finalmente lamentablemente interno via solo recibido recibida recibimos recibio recibieron linkedin whatsapp actual actuales'
}

/** Times that have a name, in days: of a mean month (30), quarter (91) and year (365). */
export const daysAgo: Readonly<Record<string, number>> = {
  today: 0,
  'just now': 0,
  yesterday: 1,
  'this week': 0,
  'this month': 0,
  'this quarter': 0,
  'this year': 0,
  'last week': 7,
  'last month': 30,
  'last quarter': 91,
  'last year': 365,
  heute: 0,
  gestern: 1,
  'diese woche': 0,
  'letzte woche': 7,
  'vergangene woche': 7,
  'letzten monat': 30,
  'letztes quartal': 91,
  'letztes jahr': 365,
  'vergangenes jahr': 365,
  'aujourd hui': 0,
  hier: 1,
  'cette semaine': 0,
  'la semaine derniere': 7,
  'le mois dernier': 30,
  'au dernier trimestre': 91,
  'l annee derniere': 365,
  'an dernier': 365,
  hoy: 0,
  ayer: 1,
  'esta semana': 0,
  'la semana pasada': 7,
  'el mes pasado': 30,
  'el trimestre pasado': 91,
  'el ano pasado': 365
}

/** Days of the units of "3 months ago", "vor 3 Monaten", "il y a 3 mois", "hace 3 meses". */
export const daysOf: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  month: 30,
  quarter: 91,
  year: 365,
  tagen: 1,
  tag: 1,
  wochen: 7,
  woche: 7,
  monaten: 30,
  monat: 30,
  quartalen: 91,
  jahren: 365,
  jahr: 365,
  jour: 1,
  semaine: 7,
  mois: 30,
  trimestre: 91,
  an: 365,
  annee: 365,
  dia: 1,
  semana: 7,
  mes: 30,
  meses: 30,
  ano: 365
}

/** Words of "a couple of weeks ago". */
export const counts: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  couple: 2,
  'couple of': 2,
  three: 3,
  few: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  einem: 1,
  einer: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  una: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6
}

/** Months by their names, January 0. */
export const monthsByName: Readonly<Record<string, number>> = {
  january: 0,
  jan: 0,
  february: 1,
  feb: 1,
  march: 2,
  mar: 2,
  april: 3,
  apr: 3,
  may: 4,
  june: 5,
  jun: 5,
  july: 6,
  jul: 6,
  august: 7,
  aug: 7,
  september: 8,
  sept: 8,
  sep: 8,
  october: 9,
  oct: 9,
  november: 10,
  nov: 10,
  december: 11,
  dec: 11
}

/** Words for people after a number, in plain letters. */
export const people: readonly string[] = [
  'employees',
  'employee',
  'staff',
  'people',
  'person',
  'persons',
  'fte',
  'ftes',
  'headcount',
  'seats',
  'workers',
  'team members',
  'strong team',
  'mitarbeiter',
  'mitarbeitern',
  'mitarbeitende',
  'beschaftigte',
  'angestellte',
  'salaries',
  'employes',
  'collaborateurs',
  'personnes',
  'empleados',
  'trabajadores',
  'personas'
]

/** Words before a number that make it one of people who come or go. */
export const movements: readonly string[] = [
  'hiring',
  'hire',
  'hired',
  'hires',
  'recruiting',
  'recruit',
  'adding',
  'add',
  'added',
  'laid off',
  'laying off',
  'lay off',
  'layoffs',
  'layoff',
  'cutting',
  'cut',
  'sacked',
  'invited',
  'met',
  'reached',
  'looking for',
  'headcount down',
  'let go',
  'let go of',
  'axing',
  'shedding',
  'sucht',
  'stellt',
  'entlasst',
  'entlassen',
  'baut',
  'streicht',
  'recrute',
  'embauche',
  'licencie',
  'supprime',
  'contrata',
  'contrato',
  'busca',
  'despide',
  'despidio'
]

/** Words after which a phrase says for whom, with whom, about what or whether, in plain letters. */
export const prepositions: ReadonlySet<string> = new Set(
  'of for at with in on from by via about to against per von fur bei mit im in uber aus zum zur de du des d pour chez avec sur a au aux para con en por sobre del if whether ob si'.split(
    ' '
  )
)

/** Word classes that speak for, and against, what they are said of: "approved", "cancelled". */
export const favourableClasses: ReadonlySet<string> = new Set(
  'good interest approve sign grow speaksFor noObjection refer buyIntent start attend reply handedOver comeBack'.split(
    ' '
  )
)
export const adverseClasses: ReadonlySet<string> = new Set(
  'fail hold upset bad complain dismiss shrink leave obstacle opponent loss unsubscribe mailBounce reschedule end'.split(
    ' '
  )
)

/** Word classes and words by which a note names a rival of ours, or what a lead uses instead. */
export const rivalClasses: ReadonlySet<string> = new Set('competitor supplier tool legacy former buyOther'.split(' '))
export const rivalWords: ReadonlySet<string> = new Set(
  'other others old existing incumbent elsewhere homegrown vendor vendors bidder else somebody'.split(' ')
)

/** Words by which a note names us. */
export const ourWords: ReadonlySet<string> = new Set('we us our ours me my'.split(' '))

/** Words that say that something ended: "the freeze was lifted". */
export const endWords: ReadonlySet<string> = new Set(
  'no longer|any more|anymore|gone|withdrew|withdrawn|dropped|lifted|resolved|settled|solved|removed|scrapped|after all|called off|stopped|took back|ended'.split(
    '|'
  )
)
