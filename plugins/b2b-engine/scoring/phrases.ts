import type { MeaningName } from './weights.js'

/** Phrases of one meaning, labelled by what they are about, what happened, whether it speaks for the lead, and when. */
export interface LabelledPhrases {
  readonly meaning: MeaningName
  readonly subject: string
  readonly event: string
  readonly polarity: 'for' | 'against' | 'neither'
  readonly tense: 'past' | 'present' | 'future'
  /** Split by ` | `. One that begins with `=` stands for its very words, in that order; the others for all phrases with the same word classes. */
  readonly en?: string
  readonly de?: string
  readonly fr?: string
  readonly es?: string
}

/**
 * The labelled table: phrases as sales people write them in CRM notes, call outcomes and intent feeds, in English, German, French and Spanish.
 * Source: written for this product; the reasons of lost deals and call dispositions follow the pick lists that common CRM systems ship. Word
 * classes are in scoring/vocabulary.ts.
 */
export const labelledPhrases: readonly LabelledPhrases[] = [
  // demo, trial, quote, proposal, tender, meeting: asked for, planned, done
  {
    meaning: 'demo',
    subject: 'demo',
    event: 'asked for',
    polarity: 'for',
    tense: 'present',
    en: 'great demo | positive about the demo | excellent demo | requested demo | asked for a demo | wants to see a demo | demo | demo booked | demo scheduled for Tuesday | attended the demo | demo went well | demo approved | interested in a demo | liked the demo | replied to the demo | demo signed up | second demo coming up | demo this month | wants the product shown to the team | asked us to show the product | new demo | start of demo | wants to see it with their own data | asked for a sample',
    de: 'Demo angefragt | bittet um eine Vorführung | Demotermin vereinbart | an der Demo teilgenommen | Interesse an einer Demo | Demo lief gut | möchte das Produkt gezeigt bekommen',
    fr: 'a demandé une démo | démonstration planifiée | a assisté à la démo | intéressé par une démo | démo réussie',
    es: 'ha pedido una demo | demo agendada | asistió a la demo | interesado en una demo | la demo fue bien | quiere ver una muestra'
  },
  {
    meaning: 'trial',
    subject: 'trial',
    event: 'asked for',
    polarity: 'for',
    tense: 'present',
    en: 'positive about the trial | great trial | trial users up | asked for a trial | trial | signed up for a trial | started a trial | trial booked | uses the trial every day | trial extended | interested in a pilot | pilot went well | pilot approved | trial signed | pilot growing | compares during the trial | testers happy | happy testers | trial users happy | testers satisfied with it | testers love it | trial usage doubled | trial usage up',
    de: 'Testzugang angefordert | Test gestartet | für die Testphase angemeldet | Pilot vereinbart | Interesse an einem Test | Pilotprojekt erfolgreich abgeschlossen | Pilot genehmigt | Tester zufrieden | Testkunden sehr zufrieden | Tester begeistert',
    fr: "a demandé un essai gratuit | s'est inscrit à l'essai | essai démarré | pilote planifié | intéressé par un essai | pilote réussi | pilote validé | testeurs satisfaits | testeurs ravis",
    es: 'pidió una prueba gratuita | se registró en la prueba | prueba iniciada | piloto acordado | interesado en un piloto | el piloto salió bien | piloto aprobado | usuarios de prueba satisfechos | usuarios de prueba encantados'
  },
  {
    meaning: 'quote',
    subject: 'quote',
    event: 'asked for',
    polarity: 'for',
    tense: 'present',
    en: 'positive about the quote | great feedback on the quote | requested a quote | quote | wants a quotation | quote accepted | quote signed | quote approved | interested in a quote | opened the quote | replied to our quote | quote urgently',
    de: 'Angebot angefordert | Angebot angenommen | Angebot unterschrieben | Angebot freigegeben | Interesse an einem Angebot | hat das Angebot geöffnet | Angebot eilt',
    fr: 'a demandé un devis | devis accepté | devis signé | devis validé | intéressé par un devis | a ouvert le devis | devis urgent',
    es: 'ha pedido una cotización | oferta aceptada | oferta firmada | oferta aprobada | interesado en una cotización | abrió la oferta | pide presupuesto | ha pedido presupuesto | solicita un presupuesto'
  },
  {
    meaning: 'proposal',
    subject: 'proposal',
    event: 'asked for',
    polarity: 'for',
    tense: 'present',
    en: 'positive about the proposal | asked for a proposal | proposal | proposal accepted | proposal signed | proposal approved | likes the proposal | opened the proposal | proposal forwarded to the board | replied to the proposal',
    de: 'bittet um einen Vorschlag | Vorschlag angenommen | Vorschlag freigegeben | Vorschlag gefällt',
    fr: 'a demandé une proposition | proposition acceptée | proposition signée | proposition validée | proposition a plu | a consulté la proposition',
    es: 'ha pedido una propuesta | propuesta aceptada | propuesta firmada | propuesta aprobada | le gusta la propuesta | abrió la propuesta'
  },
  {
    meaning: 'tender',
    subject: 'tender',
    event: 'started',
    polarity: 'for',
    tense: 'present',
    en: 'RFP issued | tender | sent us an RFP | RFP underway | invited us to tender | RFP published | asked us to answer the RFP | RFP approved | invited to tender | tender closes on the 14th | tender deadline',
    de: 'Ausschreibung veröffentlicht | Ausschreibung läuft | zur Ausschreibung eingeladen',
    fr: "appel d'offres lancé | appel d'offres publié | invité à l'appel d'offres | appel d'offres reçu",
    es: 'licitación abierta | nos invitaron a la licitación | licitación publicada'
  },
  {
    meaning: 'contact_sales',
    subject: 'talk',
    event: 'asked for',
    polarity: 'for',
    tense: 'present',
    en: '=called us | =rang us | =wrote to us asking | =phoned us | great meeting | constructive meeting | productive call | promising call | positive meeting | replied about the meeting | said yes to a meeting | replied to the meeting request | booked a meeting | asked for a call | accepted the meeting | meeting with the CFO arranged | joined the discovery call | call went well | contact form filled in | contacted sales | spoke to sales | =contact sales | contacted our sales team | talk to sales | inbound enquiry | inbound inquiry | =inbound lead | =good call | =great call | =great conversation | =good conversation | =good meeting | =great meeting | positive call | =called us themselves | =approached us | second meeting with new people | wants to talk to us | wants to talk | asked to speak with sales | meeting approved | liked the meeting | wants to meet | meeting next week | walked in to our showroom | invited us to present | invites us to their office | met for lunch to discuss | =hand raiser | contact form | =via contact form | =inbound via | =inbound | form fill | form submission | =came in through the website | sent us a meeting request | met with the CEO | met with the head of sales | met with the manager | met with the decision maker | met with our champion | met with the team | met with the company | =came back to us after | =agreed next steps | =agreed on next steps | =next steps agreed',
    de: 'Termin vereinbart | bittet um einen Anruf | hat den Termin bestätigt | Erstgespräch lief gut | Kontaktformular ausgefüllt | =gutes Gespräch | =sehr gutes Gespräch | Interesse an einem Termin | will sprechen | angenehmes Gespräch | Termin nächste Woche | =lädt uns ein | positives Gespräch | Gespräch sehr positiv | möchte uns kennenlernen | =kam auf uns zu | konstruktives Gespräch | vielversprechendes Gespräch | Anfrage über die Website | Formular ausgefüllt | Kontaktformular | den Geschäftsführer kennengelernt | =nächste Schritte vereinbart',
    fr: "rendez-vous pris | a confirmé le rendez-vous | l'appel s'est bien passé | formulaire de contact rempli | =bon échange | =très bon échange | demande entrante | intéressé par un rendez-vous | souhaite nous rencontrer | rendez-vous la semaine prochaine | rendez-vous positif | =nous a contactés | échange constructif | =nous invite | =bon rendez-vous | formulaire de contact | =prochaines étapes validées",
    es: 'reunión agendada | pide una llamada | confirmó la reunión | la llamada fue bien | formulario de contacto rellenado | =buena conversación | =muy buena conversación | solicitud entrante | interesado en una reunión | quiere hablar | reunión la semana que viene | =buena reunión | =muy buena reunión | reunión positiva | =nos contactó | =nos invitó | quiere reunirse | conversación productiva | quiere conocernos | =formulario de contacto | formulario rellenado | =próximos pasos acordados'
  },
  {
    meaning: 'pricing_asked',
    subject: 'pricing',
    event: 'asked for',
    polarity: 'for',
    tense: 'present',
    en: '=wants to know | =wanted to know | asked about support | questions on security | asked whether we integrate with SAP | asked about SAP | asked about onboarding | asked about pricing | pricing question | wants to know the price | discussed pricing | pricing enquiry | asked about discounts | agreed on the price | pricing accepted | happy with the price | asked what it costs | =what does it cost | =how much does it cost | replied about pricing | pricing compared | signed off the price | price approved | asked about implementation | asked about integrations | asked about delivery times | asked technical questions | =asked detailed questions | asked for references | asked for a case study | asked for more information | asked about contract terms | asked about features | asked about the timeline | asked about security | asked for the product | sent us questions | =asked if | =asks if | =asked whether | =asks whether',
    de: '=will wissen | =möchte wissen | =wollte wissen | fragt nach SAP | fragt nach Schulung | fragt nach Preisen | Preisanfrage | Preise besprochen | fragt nach Rabatt | mit dem Preis einverstanden | =was kostet | fragt nach Referenzen | hat nach der Einführung gefragt | bittet um Informationen | fragt nach Vertragslaufzeit | fragt nach Schnittstellen | fragt nach Lieferzeit | technische Fragen gestellt | fragt nach Funktionen | Preis akzeptiert | fragt nach dem Produkt | Unterlagen angefordert | =fragt, ob | =fragte, ob | =hat gefragt, ob | =wollte wissen, ob',
    fr: "=veut savoir | =voudrait savoir | demande si nous sommes compatibles avec SAP | demande une formation | a demandé les tarifs | question sur le prix | négocie le prix | demande une remise | d'accord sur le prix | combien ça coûte | demande des références | demande des informations | demande de la documentation | pose des questions techniques | demande les fonctionnalités | prix accepté | prix validé | demande la durée du contrat | demande les délais de livraison | =demande si | =a demandé si",
    es: '=quiere saber si | =quiere saber cuánto | pregunta por SAP | pide formación | preguntó por los precios | consulta de precios | negocia el precio | pide descuento | de acuerdo con el precio | cuánto cuesta | pide referencias | pide más información | pregunta por funcionalidades | preguntas técnicas | precio aceptado | precio aprobado | pide un catálogo | pregunta por los plazos de entrega | pregunta por integraciones | =pregunta si | =preguntó si | =ha preguntado si | =preguntan si'
  },
  {
    meaning: 'pricing_page',
    subject: 'pricing page',
    event: 'viewed',
    polarity: 'for',
    tense: 'past',
    en: 'visited the pricing page | pricing page | pricing | pricing viewed | returned to the pricing page | pricing downloaded',
    de: 'Preisseite besucht | Preise angesehen | Preisseite | Preisliste heruntergeladen',
    fr: 'a consulté la page tarifs | page tarifs | a consulté les tarifs | grille tarifaire téléchargée',
    es: 'visitó la página de precios | página de precios | miró los precios | descargó la lista de precios'
  },
  {
    meaning: 'closing',
    subject: 'contract',
    event: 'to be signed',
    polarity: 'for',
    tense: 'present',
    en: 'requested an invoice | requested the invoice for the annual plan | wants to begin | wants to start | signed a letter of intent | LOI signed | letter of intent | send me the paperwork | asked for the paperwork | sent over their requirements | sent us their requirements | asked us to pitch | chose us | contract is with legal | legal asked for changes | =moved to us | =over to us | ready to sign | verbal yes | contract in legal review | purchase order on its way | asked for the contract | contract signed | PO received | negotiating the contract | wants to move forward | sent the contract back | selected us as preferred supplier | chose us over Globex | =chose us over | reviewing the contract | contract approved | =go ahead given | deal signed | =closed won | contract accepted | project signed | terms agreed | agreed to the terms | signed the order form | legal is reviewing | security review started | signed the NDA | NDA signed | =switched to us | sent us the NDA | moved from a competitor to us | ready to start | wants to start next month | procurement is on board | procurement has approved | sent us the contract | sent us the purchase order | integration approved | no objections from legal | CEO fine with it | no objections to the contract | no objections to the price | legal approved | legal on board | spoke to our references | talked to our references | reference call booked | checked our references | =came out on top | =we came first | =we ranked first | =ranked us first | =scored highest | =first choice | =frontrunner | =front runner | =in pole position | =the favourite | =only vendor they | =ticks all their boxes | =deal is ours | =going with us | =went with us | =sold on us | =we won the | =we won | =got the order | =won the pitch | =decision in our favour | =in our favor | =got her boss on board | =got his boss on board | =convinced her boss | =convinced his boss',
    de: 'möchte starten | will unser Tool einsetzen | Absichtserklärung unterzeichnet | LOI unterschrieben | Vertrag unterschrieben | mündliche Zusage | kurz vor Abschluss | Vertrag liegt bei der Rechtsabteilung | Vertragsentwurf angefordert | hat sich für uns entschieden | Auftrag erteilt | Bestellung eingegangen | Vertrag freigegeben | Vertrag angenommen | NDA unterzeichnet | Geheimhaltungsvereinbarung unterzeichnet | Zuschlag erhalten | Vertrag in Prüfung | keine Einwände vom Einkauf | Einkauf hat freigegeben | Geschäftsführer hat keine Einwände | schickt uns den Vertrag | Integration freigegeben | =wir liegen vorn | =wir sind Favorit | =erste Wahl | =Zuschlag bekommen | =den Zuschlag | =haben den Auftrag bekommen | =wir haben gewonnen | =hat seinen Chef überzeugt | =hat ihren Chef überzeugt',
    fr: 'souhaite démarrer | lettre d’intention signée | lettre d’intention | prêt à signer | accord verbal | contrat en relecture juridique | veut signer | nous a choisis | bon de commande reçu | contrat signé | contrat validé | demande le contrat | contrat accepté | NDA signé | accord de confidentialité signé | nous sommes favoris | conditions acceptées | aucune objection des achats | aucune objection du PDG | nous a envoyé le contrat | service achats a validé | =accord du juridique | =nous sommes favoris | =premier choix | =nous avons gagné | =nous avons remporté | =a convaincu son patron | =a convaincu sa direction',
    es: 'presupuesto firmado | quiere empezar | carta de intenciones firmada | carta de intenciones | listo para firmar | acuerdo verbal | contrato en revisión legal | quiere firmar | nos ha elegido | orden de compra recibida | contrato firmado | contrato aprobado | pide el contrato | contrato aceptado | NDA firmado | acuerdo de confidencialidad firmado | somos los favoritos | nos han adjudicado el contrato | condiciones aceptadas | departamento de compras sin objeciones | el director general no tiene objeciones | nos envió el contrato | departamento de compras lo aprobó | =somos los favoritos | =primera opción | =ganamos el | =ganamos la | =convenció a su jefe | =convenció a la dirección'
  },

  // what was planned and did not happen
  {
    meaning: 'fell_through',
    subject: 'demo',
    event: 'did not happen',
    polarity: 'against',
    tense: 'past',
    en: 'no-show at demo | demo cancelled | never showed up to the demo | demo went badly | rescheduled the demo three times | did not like the demo | not impressed by the demo | bored during the demo | left the demo early | stopped replying after the demo | silent since the demo | no-show | cancelled at the last minute | cancelled twice | =rescheduled again | =keeps rescheduling | =keeps postponing | declined demo | disappointed by the demo | =rescheduled three times | hung up during the demo | no response after the demo | no follow-up after the demo | demo not needed | =ever logged in | =rescheduled twice | =resched twice | =rescheduled for the third time',
    de: 'zur Demo nicht erschienen | Demo abgesagt | Vorführung geplatzt | Demo hat nicht überzeugt | nicht erschienen | kurzfristig abgesagt | verschiebt ständig | von der Demo enttäuscht | nach der Demo keine Reaktion | nach der Demo gemeldet nicht | Demo schlecht gelaufen',
    fr: "raccroché | pas venu à la démo | démo annulée | la démo n'a pas convaincu | absent au rendez-vous | nous a posé un lapin | annule à la dernière minute | reporte sans cesse | déçu par la démo | silence depuis la démo | pas de nouvelles depuis la démo | pas de réponse après la démo",
    es: 'no se presentó a la demo | demo cancelada | la demo no convenció | no apareció | canceló a última hora | aplaza constantemente | decepcionado con la demo | sin noticias desde la demo | sin respuesta tras la demo'
  },
  {
    meaning: 'fell_through',
    subject: 'trial',
    event: 'did not happen',
    polarity: 'against',
    tense: 'past',
    en: 'trial expired without use | trial expired | trial cancelled | never logged in | trial not used | trial ended without conversion | trial ended | no activity in the trial | inactive trial | trial account inactive | pilot failed | never activated the trial | stopped using the trial | trial account never used | no logins since signup | no logins during the trial | no usage since sign-up | unhappy with the trial | pilot ended with no decision | left the trial | zero usage | did not convert after trial | no conversion after the trial | pilot did not deliver | =inactive since | account dormant | uninstalled | deleted the account | usage dropping',
    de: 'Testphase ungenutzt abgelaufen | Test abgebrochen | Testzugang nie genutzt | nie eingeloggt | Testphase beendet ohne Kauf | Testaccount inaktiv | Pilot gescheitert | keine Aktivität im Test | Testzugang gelöscht | Testphase endet ohne Kauf | Test nicht überzeugt | keine Logins | Konto gelöscht | unzufrieden mit dem Test',
    fr: "essai expiré sans utilisation | essai annulé | essai jamais utilisé | ne s'est jamais connecté | pilote abandonné | compte inactif | aucune activité pendant l'essai | essai pas concluant | aucune connexion | compte supprimé | mécontent de l'essai",
    es: 'la prueba caducó sin uso | prueba cancelada | nunca inició sesión | prueba sin usar | piloto fallido | cuenta inactiva | prueba terminada sin compra | sin actividad en la prueba | prueba no convenció | sin inicios de sesión | cuenta eliminada | descontento con la prueba'
  },
  {
    meaning: 'fell_through',
    subject: 'talk',
    event: 'did not happen',
    polarity: 'against',
    tense: 'past',
    en: 'meeting cancelled | did not show up to the call | no-show for the meeting | declined the meeting | cut the call short | hung up | hung up on us | hung up on me | call cut off | meeting ended early | bad call | awkward call | difficult call | poor meeting | call went badly | left the meeting early | refused a second meeting',
    de: 'Termin abgesagt | zum Termin nicht erschienen | Gespräch abgelehnt | hat aufgelegt | Gespräch verlief schlecht | =legte auf | schlechtes Gespräch | =legt auf',
    fr: 'rendez-vous annulé | =a raccroché | refuse tout rendez-vous | mauvais échange | raccroche au nez | appel écourté | rendez-vous non honoré',
    es: 'reunión cancelada | no se presentó a la reunión | colgó el teléfono | rechazó la reunión | mala conversación | nos colgó | colgó'
  },
  {
    meaning: 'declined_offer',
    subject: 'offer',
    event: 'declined',
    polarity: 'against',
    tense: 'past',
    en: '=would rather not | chose not to proceed | decided not to buy | decided not to go ahead | does not want to continue | not continuing | =closed the door | not taking it further | will not buy | does not want to buy | not buying | declined our offer | rejected the proposal | quote rejected | turned us down | said no thanks | not going ahead | decided against it | decided against us | will not proceed | did not choose us | not shortlisted | did not make the shortlist | passed on our proposal | =eliminated us | =ruled us out | =out of the running | =we are out | not pursuing | not moving forward | not proceeding | not going forward | opted out of the tender | a hard no | flat no | thanks but no thanks | quote expired | not selected | excluded from the tender | tender lost | removed us from the shortlist | dropped us from the shortlist | unhappy with the proposal | unhappy with the quote | unimpressed | left unimpressed | lost the tender | lost the RFP | disliked the proposal | not convinced by the product | =changed their mind | =changed his mind | =changed her mind | =changed its mind',
    de: '=lieber nicht | nicht weiterverfolgt | wird nicht weiterverfolgt | will nicht kaufen | kauft nicht | möchte nicht weiter | Angebot abgelehnt | hat uns abgesagt | =gegen uns entschieden | hat sich dagegen entschieden | kommt nicht in Frage | nicht in der engeren Auswahl | Vorschlag verworfen | Ausschreibung verloren | aus der Ausschreibung ausgeschieden | will nicht weitermachen | klares Nein | Nein gesagt | =dagegen entschieden | ausgeschieden aus der Auswahl | nicht berücksichtigt | raus aus der Auswahl | =hat sich umentschieden | =haben sich umentschieden | =hat sich anders entschieden',
    fr: "=préfère ne pas | =sans suite | ne veut pas avancer | ne veut pas acheter | a refusé notre offre | proposition rejetée | =nous a dit non | a décidé de ne pas donner suite | ne donne pas suite | ne donnera pas suite | non retenu | pas retenus | offre non retenue | appel d'offres perdu | non merci | refus catégorique | ne souhaite pas poursuivre | ne souhaite pas aller plus loin | a tranché contre nous | =a dit non | =a changé d'avis | =ont changé d'avis",
    es: '=prefiere no | =prefieren no | no quiere avanzar | no va a comprar | no quiere comprar | rechazó nuestra oferta | propuesta rechazada | decidió no seguir adelante | no seguirá adelante | no nos han elegido | no fuimos seleccionados | licitación perdida | no le convence | no gracias | decidió no continuar | no continuará | ha dicho que no | =nos descartaron | descartó nuestra propuesta | no quiere seguir | =cambió de opinión | =cambiaron de opinión'
  },

  // interest and its absence
  {
    meaning: 'interested',
    subject: 'interest',
    event: 'shown',
    polarity: 'for',
    tense: 'present',
    en: "=gave us access | =gave us access to | =granted us access | wants us to present to the board | asked us to present | CEO copied in | CFO in copy | =exactly what they need | =just what they need | =what they were looking for | =would save them time | =saves them time | =sees savings | asked their team to look at it | =sees the potential | =sees potential | =sees the benefit | =sees benefits | likes the idea | promising | great reply | positive about the project | great interest | positive about the product | product praised | praised our product | positive feedback from the manager | positive signals | great conversation with the CTO | supportive manager | head of IT supportive | champion motivated | CEO supportive | =right fit | =good match | =great match | =perfect match | very interested | interested in our product | expressed interest | wants to learn more | keen to move quickly | =sees value in it | =sees the value | sees a clear fit | =strong fit | =good fit | =perfect fit | =great fit | positive reply | positive response | replied positively | excited about the product | enthusiastic about the solution | high intent | high engagement | highly engaged | engaged | motivated buyer | serious buyer | buying signals | asked to be kept informed | =keep in the loop | said to loop in the team | brought in the CTO | looped in procurement | involved the IT team | =selling internally for us | matches our profile | =ideal customer | =can't wait | =cannot wait | =can not wait | =cant wait | =counting the days | =looking forward to it | =looking forward to getting | no objections | intent spike | intent score up | CEO cc'd | CTO looped in | manager cc'd | head of IT cc'd | decision maker looped in | legal involved | intent signals | =waitlist | =waiting list | =added to the waitlist | =joined the waitlist | =on the waitlist | =picked up where we left off | =want in | =wants in | =let's talk | =let us talk | =let's do it | =tell me more | =sounds great | =sounds good | =count us in",
    de: 'will uns dem Vorstand vorstellen | =genau das Richtige | sehr interessiert | grosses Interesse | Interesse an unserem Produkt | möchte mehr erfahren | positive Antwort | antwortet positiv | hoher Bedarf und Interesse | =passt gut | passt perfekt | =sieht den Nutzen | =sieht Mehrwert | hohe Kaufbereitschaft | zieht Kollegen hinzu | Einkauf eingebunden | =IT eingebunden | ernsthaftes Interesse | Interesse signalisiert | wirkt motiviert | stellt uns dem Vorstand vor | will auf dem Laufenden bleiben | =kann es kaum erwarten | =können es kaum erwarten | =freut sich auf | keine Einwände | Kaufsignale | Geschäftsführer in Kopie | Kaufsignale gestiegen | =Warteliste',
    fr: "=exactement ce qu’il leur faut | a répondu favorablement | intéressés par notre module | très intéressé | intéressé par notre solution | souhaite en savoir plus | réponse positive | répond positivement | voit la valeur | correspond parfaitement | forte intention | motivé | nous met en relation avec la direction | implique la DSI | a impliqué les achats | veut rester informé | intérêt marqué | signaux d'achat | =a hâte de | =ont hâte de | =a hâte | =impatient de commencer | =impatients de commencer | aucune objection | PDG en copie | =liste d'attente",
    es: '=justo lo que necesitan | muy interesado | interesado en nuestra solución | quiere saber más | respuesta positiva | respondió positivamente | ve el valor | encaja perfectamente | =encaja bien | alta intención | motivado | nos presentó al director | involucró a compras | involucró a TI | quiere estar informado | señales de compra | muestra interés | =encaja muy bien | =está deseando | =están deseando | =tiene ganas de | sin objeciones | director general en copia | =lista de espera'
  },
  {
    meaning: 'no_interest',
    subject: 'interest',
    event: 'absent',
    polarity: 'against',
    tense: 'present',
    en: '=brush off | =cold shoulder | =just comparing prices | =only comparing prices | =only wanted to compare | =comparing prices only | not interested | no interest | lost interest | interest has cooled | gone cold | =went cold | turned cold | lukewarm | =only being polite | =just browsing | =just looking | merely curious | tire kicker | kicking tyres | window shopping | not keen | not convinced | sceptical | skeptical | hesitant | reluctant | has doubts | not impressed | underwhelmed | =cooled off | no appetite | low interest | little interest | no intention to buy | no intent | no plans to buy | not looking for a new solution | not looking to switch | not looking to change | not looking | not in the market | no plans to change | no longer looking | not considering us | not evaluating | stopped evaluating | interest fading | bored | dismissive | indifferent | unresponsive to the offer | only wanted a freebie | =only after the free gift | only collecting information | wanted only a price comparison | fishing for information | does not want a demo | does not want a call | does not see the value | sees no value | sees no benefit | no added value | sees no point | pointless | not worth it | not worth the effort | no motivation | resistant to change | afraid of change | =only wanted a free | =only wants a free | =only curious | =just curious | =was only curious',
    de: '=nur einen Preisvergleich | =nur Preisvergleich | =abgewimmelt | =vertröstet uns | =nur Preise vergleichen | =nur vergleichen | kein Interesse | nicht interessiert | Interesse verloren | Interesse abgekühlt | =schaut nur | =schaut sich nur um | skeptisch | zögerlich | zurückhaltend | hat Zweifel | =nur neugierig | unverbindlich informiert | will sich nur informieren | kein Kaufinteresse | kein Nutzen | sieht keinen Mehrwert | sieht keinen Nutzen | sieht keinen Sinn | lustlos | desinteressiert | keine Lust | =winkt ab | hat abgewunken | abgewinkt | wenig Interesse | geringes Interesse | kaum Interesse | nicht auf der Suche | nicht überzeugt | wechselt nicht | will nicht wechseln | möchte nicht wechseln | kein Wechsel geplant | kalt geworden | erkaltet | nicht begeistert | lohnt sich nicht | abweisend | bringt nichts | =nur kostenlos',
    fr: "=juste comparer | =nous a éconduits | pas intéressé | aucun intérêt | ne souhaite pas de démo | simple curiosité | juste curieux | sceptique | hésitant | =a des doutes | réticent | ne voit pas la valeur | ne voit pas l'intérêt | ne voit pas l'utilité | aucune valeur ajoutée | aucune intention d'acheter | perd son intérêt | n'est plus intéressé | refroidi | tiède | peu intéressé | peu d'intérêt | peu convaincu | ne cherche pas | ne souhaite pas changer | ne veut pas changer | pas prêt à acheter | pas prêt | pas convaincu | froid | juste pour se renseigner | simple curieux | touriste | pas emballé | indifférent | aucune utilité | aucun projet de changement | désintérêt | =juste du gratuit",
    es: '=solo quería comparar | =solo quiere comparar | =solo comparar | =solo comparando | no le interesa | sin interés | no está interesado | perdió el interés | =solo mirando | =solo curiosidad | escéptico | indeciso | tiene dudas | reacio | no ve el valor | no ve la utilidad | no ve beneficio | sin valor añadido | no tiene intención de comprar | =se enfrió | tibio | poco interés | poco interesado | no busca | no quiere cambiar | no quieren cambiar | no piensa cambiar | sin planes de cambiar | sin planes | no está preparado | no está listo | no convencido | indiferente | desinteresado | no tiene interés | =solo quiere información | no quiere una demo | no merece la pena | =solo quería algo gratis'
  },

  // answers and silence
  {
    meaning: 'replied',
    subject: 'contact',
    event: 'answered',
    polarity: 'for',
    tense: 'past',
    en: 'replied | replied to an email | responded to our message | called back | wrote back | hiring manager replied | answered the phone | reply from the CEO | answered on LinkedIn | accepted the LinkedIn invitation | replied within an hour | quick reply | picked up the phone | CTO replied | accepted our connection request | got back to us | responsive | sent us an email | sent us a message | reached out to us',
    de: 'hat geantwortet | Rückmeldung erhalten | hat zurückgerufen | auf die E-Mail geantwortet | schnelle Antwort | Kontaktanfrage angenommen | meldet sich zurück | antwortet auf Nachricht | gut erreichbar | schickt uns eine E-Mail | hat uns eine Nachricht geschickt',
    fr: 'a répondu | a rappelé | réponse à notre e-mail | a répondu rapidement | invitation acceptée | retour du client | réactif | nous a envoyé un e-mail',
    es: 'respondió | ha contestado al correo | devolvió la llamada | contestó rápido | aceptó la invitación | contestó al teléfono | nos envió un correo'
  },
  {
    meaning: 'callback',
    subject: 'contact',
    event: 'asked to be contacted',
    polarity: 'for',
    tense: 'future',
    en: 'asked to be called back | asked for a follow-up | =follow up in two weeks | asked us to follow up | wants a follow-up | callback requested | reconnect next month | asked us to check in next month | asked for an email | asked us to send an email | please call back | =left a phone number | =left his number | =left her number | =left their number | =left his mobile number | =left her mobile number | =left a voicemail asking | =left a message asking | =left a voicemail and asked',
    de: 'möchte zurückgerufen werden | Wiedervorlage nächste Woche | bittet um E-Mail | nächste Woche wieder anrufen | =wieder anrufen',
    fr: "demande un e-mail | à relancer la semaine prochaine | souhaite être recontacté | demande d'être rappelé",
    es: 'pide un correo | volver a llamar la semana que viene | llamar la próxima semana | pide que le llamemos | quiere que le llamemos'
  },
  {
    meaning: 'silent',
    subject: 'contact',
    event: 'does not answer',
    polarity: 'against',
    tense: 'present',
    en: 'couldn’t reach him | cannot reach | not able to reach | could not get hold of them | cannot get hold of anyone | tried five times without success | no luck reaching | =no luck | not returning | will not return | never heard from | goes straight to voicemail | ghosted | ignored | no reply | no response to three emails | never replied | =ghosted us | ghosting | =went dark | gone dark | gone quiet | =went quiet | =went silent | gone silent | radio silence | unresponsive | does not answer | not reachable | unreachable | cannot reach them | no activity for six months | stopped replying | stopped responding | left voicemail no answer | left three voicemails | left a voicemail | went to voicemail | voicemail | straight to voicemail | only voicemail | does not pick up | ignores our emails | =ignoring us | ignored all follow-ups | emails unopened | email unopened | unopened | never opens our emails | did not open the email | no opens | no clicks | not opened any email | no engagement | low engagement | disengaged | dormant | no visits for months | stopped visiting | =stopped opening | no traction | no progress | no movement | stuck at the gatekeeper | gatekeeper blocked us | =would not put us through | =would not put me through | =refused to put | could not get past reception | auto reply | =out of office | automatic reply | silence | no feedback | no feedback on the proposal | no answer to the quote | not heard from them since | we never heard back | no news | avoids our calls | =avoiding us | screens calls | no sign of life | dodging our calls | no reply to the meeting invitation | no reply to the demo invitation | no reply about pricing | no answer from the CTO | CFO never replied | left on read | =chasing for weeks | =chased five times | follow-ups ignored | read but not replied | did not attend the webinar | no-show at webinar | no downloads | no show at the event | =never did | =never came back | =and never came back | =never came back to us | =never got back to us | =never heard back | =not heard back | =gone dark | =has gone dark | =ghosted | =ghosting us | =ghosted me',
    de: '=kein Kontakt | =keinen Kontakt | nichts mehr von sich hören lassen | lässt nichts von sich hören | stellt nicht durch | geht keiner ran | niemand erreicht | =nie da | ließ nichts mehr hören | nicht zu erreichen | keine Antwort | keine Reaktion auf drei E-Mails | meldet sich nicht | nicht erreichbar | nicht erreicht | Funkstille | antwortet nicht mehr | ignoriert unsere E-Mails | =ignoriert uns | geht nicht ans Telefon | E-Mails ungeöffnet | E-Mail nicht geöffnet | untergetaucht | abgetaucht | nur Mailbox | Mailbox | Anrufbeantworter | auf die Mailbox gesprochen | Abwesenheitsnotiz | inaktiv | keine Aktivität | Vorzimmer blockt ab | Sekretariat blockt | Sekretariat stellt nicht durch | nicht durchgestellt | =seit Wochen still | keine Rückmeldung auf das Angebot | keine Rückmeldung zum Preis | keine Antwort vom Geschäftsführer | schweigt | herrscht Stille | =lässt sich verleugnen | reagiert auf nichts | hört nichts | nichts mehr gehört | nichts gehört | ruft nicht zurück | nie geöffnet | =taucht ab | stellt sich tot | keine Öffnungen | keine Klicks | keine Neuigkeiten | kein Fortschritt | nicht zum Webinar erschienen | Webinar nicht besucht | =nichts mehr gehört | =abgetaucht | =Funkstille',
    fr: "personne ne répond | jamais disponible | reste sans réponse | pas de réponse | aucune réponse à trois e-mails | ne répond pas | injoignable | silence radio | ne répond plus | ne rappelle pas | ignore nos e-mails | =nous ignore | n'ouvre pas les e-mails | e-mails non ouverts | messagerie vocale | répondeur | tombe sur le répondeur | message d'absence | inactif | aucune activité | plus de nouvelles | sans nouvelles | sans nouvelles depuis mars | barrage de la secrétaire | barrage secrétaire | le standard fait barrage | aucun retour | aucun retour sur le devis | aucun retour sur la proposition | =fait le mort | aux abonnés absents | plus aucun signe de vie | ne décroche pas | ne décroche jamais | aucun clic | =aucune ouverture | aucun avancement | pas venu au webinaire | pas de réponse du directeur | =silence radio | =plus de nouvelles | =plus signe de vie | =plus de réponse | =plus aucune réponse",
    es: 'nadie contesta | nunca está disponible | nadie coge el teléfono | no hay manera de localizarlo | sin respuesta | ninguna respuesta a tres correos | no responde | no contesta | ilocalizable | silencio total | silencio | dejó de responder | dejó de contestar | ignora nuestros correos | =nos ignora | no abre los correos | correos sin abrir | buzón de voz | salta el buzón | contestador | respuesta automática | fuera de la oficina | inactivo | sin actividad | sin noticias | no devuelve las llamadas | la secretaria no nos pasa | desaparecido | desapareció | ha desaparecido | sin respuesta a la cotización | sin respuesta a la propuesta | no coge el teléfono | no da señales | no da señales de vida | =nos evita | =nos da largas | =da largas | sin clics | sin avances | no asistió al webinar | sin respuesta del director | =sin noticias | =señales de vida | =silencio total'
  },
  {
    meaning: 'bad_contact',
    subject: 'contact data',
    event: 'do not work',
    polarity: 'against',
    tense: 'present',
    en: 'the number belongs to someone else | =belongs to someone else | wrong number | =wrong person | =wrong contact | email bounced | hard bounce | bounced | bounce | invalid email | invalid phone number | number not in service | number disconnected | line disconnected | disconnected | undeliverable | email does not exist | no valid contact details | fake number | incorrect number | phone number not working | number out of service | =contact unknown | contact not known there | unknown at this address | outdated contact details | email returned | address invalid | email rejected by the server | dead line | dead number | email not delivered | delivery failed | not a working number | no phone number | number no longer valid | duplicate | =not the right person | =not the right contact | =wrong department | =not my area | =not my department | =not in charge of this',
    de: 'falsche Nummer | falscher Ansprechpartner | =falsche Person | E-Mail unzustellbar | E-Mail kam zurück | Bounce | ungültige E-Mail-Adresse | kein Anschluss unter dieser Nummer | Nummer existiert nicht | Kontaktdaten veraltet | nicht zuständig | unbekannt verzogen | =falscher Kontakt | Nummer nicht vergeben | E-Mail-Adresse existiert nicht | Adresse ungültig | Nummer falsch | Dublette | =nicht der richtige Ansprechpartner | =nicht die richtige Ansprechpartnerin | =nicht die richtige Person | =falsche Abteilung | Mail kam zurück',
    fr: "adresse n’existe plus | mauvais numéro | mauvais interlocuteur | =mauvaise personne | e-mail rejeté | adresse invalide | numéro non attribué | numéro invalide | coordonnées obsolètes | coordonnées erronées | faux numéro | =n'est pas la bonne personne | =pas le bon interlocuteur | numéro erroné | e-mail erroné | adresse inconnue | bounce | doublon | =pas la bonne personne | =mauvais service | e-mail revenu en erreur | =n'est pas le bon contact",
    es: 'el correo ya no existe | número equivocado | =persona equivocada | =contacto equivocado | correo rebotado | el correo rebota | rebote | dirección no válida | número no existe | número inexistente | teléfono fuera de servicio | datos de contacto obsoletos | datos incorrectos | correo inválido | no es la persona adecuada | no es el contacto adecuado | número erróneo | correo devuelto | número falso | teléfono erróneo | =no es la persona | =no es el responsable de esto | =departamento equivocado'
  },

  // people
  {
    meaning: 'contact_top',
    subject: 'contact',
    event: 'has a role',
    polarity: 'for',
    tense: 'present',
    en: 'CEO | contact is the CTO | founder | managing director | C-level | spoke to the CFO | met the CEO | CEO attended | CFO involved | executive sponsor on board | board approved | CEO interested',
    de: 'Geschäftsführer | Kontakt ist Inhaber | mit der Geschäftsführung gesprochen | Vorstand | Geschäftsführer eingebunden',
    fr: 'PDG | contact au niveau direction | directeur général | fondateur | gérant',
    es: 'director general | contacto con el gerente | fundador | consejero delegado | director general involucrado'
  },
  {
    meaning: 'contact_decides',
    subject: 'contact',
    event: 'decides',
    polarity: 'for',
    tense: 'present',
    en: 'decision maker | is the decision maker | holds the budget | budget holder | has final say | has signing authority | talking to the decision maker | decision maker identified | decision maker booked a meeting | decision maker on the call | decision maker attended',
    de: 'Entscheider | ist Entscheider | hat Budgetverantwortung | Entscheider am Tisch | Entscheider identifiziert | direkter Kontakt zum Entscheider',
    fr: 'décideur | est décideur | décisionnaire | a le pouvoir de décision | décideur identifié',
    es: 'decisor | es quien decide | responsable de la decisión | tiene poder de decisión | decisor identificado | toma la decisión'
  },
  {
    meaning: 'not_decider',
    subject: 'contact',
    event: 'does not decide',
    polarity: 'against',
    tense: 'present',
    en: '=just an assistant | =only an admin | =just a gatekeeper | =head office said no | blocked by head office | =not involved in the decision | not involved in buying | not the decision maker | no authority | no budget authority | no buying power | no decision maker involved | no access to the decision maker | decision maker not involved | decision maker not interested | decision maker unknown | no access to the CFO | CFO against it | CEO against it | =board said no | board rejected it | =blocked by IT | blocked by procurement | blocked by legal | procurement blocks | CFO blocked the purchase | vetoed by the CFO | veto from the board | CEO vetoed | overruled by the CEO | =IT is against it | lacks internal support | no champion | no internal champion | no sponsor | =only an assistant | gatekeeper | decision is made at headquarters | decision made at group level | decided by headquarters',
    de: 'Entscheider fehlte | kein Entscheider | nicht der Entscheider | hat keine Entscheidungsbefugnis | kein Zugang zum Entscheider | Entscheider nicht eingebunden | Geschäftsführer dagegen | Geschäftsführung lehnt ab | Vorstand hat abgelehnt | Veto vom Vorstand | Einkauf blockiert | =IT blockiert | =IT dagegen | Betriebsrat blockiert | Betriebsrat dagegen | =nur Assistenz | Entscheidung fällt in der Zentrale | kein Fürsprecher | vom Vorstand gestoppt',
    fr: "décideur absent | =pas présent | pas décideur | n'est pas décisionnaire | aucun pouvoir de décision | ne décide pas | pas d'accès au décideur | direction opposée | le PDG a refusé | la direction a refusé | veto de la direction | bloqué par les achats | bloqué par la DSI | DSI opposée | simple assistant | décision prise au siège | aucun sponsor | aucun appui interne",
    es: 'decisor ausente | no estaba el decisor | no es quien decide | no decide | sin poder de decisión | no toma decisiones | sin acceso al decisor | dirección en contra | el director lo rechazó | bloqueado por compras | bloqueado por TI | =solo asistente | la decisión se toma en la central | sin apoyo interno | sin patrocinador'
  },
  {
    meaning: 'contact_champion',
    subject: 'champion',
    event: 'present',
    polarity: 'for',
    tense: 'present',
    en: 'champion | internal champion | strong champion inside | champion identified | champion approved | our champion booked a meeting | champion pushing internally | =advocates for us internally | =pushing internally | =fights for us internally | =contact promoted | =pushing for us | champion pushing | champion supports us | CEO backs the project | head of IT supports the project | manager supports the project | supports our solution | =backs us | =supports us | =sponsors us | our old contact is the CFO there | our old contact is director there | our old contact is manager there | our old contact joined them | our old contact started there | our old contact is new there',
    de: 'Fürsprecher im Unternehmen | interner Fürsprecher | Fürsprecher | Ansprechpartner setzt sich für uns ein | =macht sich für uns stark | =setzt sich intern für uns ein | Ansprechpartner unterstützt uns | Geschäftsführer unterstützt das Projekt | Abteilungsleiter unterstützt das Projekt | Teamleiter unterstützt das Projekt | =unterstützt uns',
    fr: 'sponsor interne | sponsor identifié | =nous défend en interne | =pousse en interne | allié interne | le PDG soutient le projet | le directeur soutient le projet | notre interlocuteur soutient le projet | =nous soutient | =nous appuie',
    es: 'defensor interno | tenemos un aliado interno | nos defiende internamente | empuja internamente | patrocinador interno | el director general apoya el proyecto | el director apoya el proyecto | nuestro contacto apoya el proyecto | =nos apoya | =nos respalda'
  },
  {
    meaning: 'contact_head',
    subject: 'contact',
    event: 'has a role',
    polarity: 'for',
    tense: 'present',
    en: 'head of IT | director of operations | department head | spoke to the head of sales',
    de: 'Einkaufsleiter | Leiter Vertrieb | IT-Leiter | mit dem Abteilungsleiter gesprochen',
    fr: 'directeur commercial | directrice des achats | directeur',
    es: 'director comercial | directora de compras | jefe de compras'
  },
  {
    meaning: 'contact_manager',
    subject: 'contact',
    event: 'has a role',
    polarity: 'for',
    tense: 'present',
    en: 'manager | team lead | office manager',
    de: 'Teamleiter | Projektleiter',
    fr: 'chef de projet | responsable achats',
    es: 'jefe de equipo | jefe de proyecto'
  },
  {
    meaning: 'contact_junior',
    subject: 'contact',
    event: 'has a role',
    polarity: 'against',
    tense: 'present',
    en: '=an intern | =the intern | =is an intern | =intern doing | =intern researching | =intern requested | =intern wants | =intern asked | =intern at | =intern is | =intern collecting | =intern attended | =intern replied | =just an intern | =summer intern | =intern asking | =marketing intern | student | trainee | student writing a thesis | university assignment | academic research | doing research for a thesis | student asked for a demo | student project | writing a thesis | school project | student signed up for a trial | student downloaded | homework | student interested | job seeker | =looking for a job | student booked a call | applied for a job | sent a CV | sent us a job application',
    de: 'Praktikant | Student | Werkstudent | Masterarbeit | schreibt Bachelorarbeit | Abschlussarbeit | Praktikant fragt an | Student bittet um Informationen | Bewerbung | =sucht einen Job | Hausarbeit | Student lädt Whitepaper herunter | Student interessiert | Schüler',
    fr: "stagiaire | étudiant | mémoire de fin d'études | travail universitaire | stagiaire demande une démo | étudiant demande des informations | =cherche un emploi | =cherche un stage | candidature | étudiant intéressé | étudiant télécharge",
    es: 'becario | estudiante | trabajo de fin de grado | tesis | becario pide una demo | estudiante pide información | =busca trabajo | =busca empleo | currículum | estudiante interesado | trabajo universitario | estudiante descarga'
  },
  {
    meaning: 'contact_former',
    subject: 'contact',
    event: 'had a role',
    polarity: 'neither',
    tense: 'past',
    en: 'former CEO | ex CFO | previous head of sales | former manager | former decision maker | former champion | former student',
    de: 'ehemaliger Geschäftsführer | früherer Leiter | ehemaliger Teamleiter',
    fr: 'ancien PDG | ancien directeur commercial | ancien chef de projet | ancien stagiaire',
    es: 'antiguo director general | antiguo director comercial | antiguo jefe de equipo'
  },
  {
    meaning: 'contact_left',
    subject: 'contact',
    event: 'left',
    polarity: 'against',
    tense: 'past',
    en: "CTO left the company | champion left | our contact left | head of sales leaving | manager left | no longer works there | no longer with the company | left the company | contact has moved on | resigned | decision maker gone | contact changed jobs | =contact retired | contact on maternity leave | contact is on sick leave | new contact unknown | =contact laid off | contact was let go | sponsor left | reorganisation | lost our champion | lost our sponsor | CTO fired | CEO resigned | founder stepping down | CEO steps down | head of IT resigned | champion was fired | changed jobs | changed roles | moved to another department | moved to a different role | =handed in her notice | =handed in his notice | =handed in their notice | =handed in notice | =on long-term leave | =successor won't | =works elsewhere now | =now works elsewhere | =long-term sick",
    de: 'Ansprechpartner hat das Unternehmen verlassen | Geschäftsführer ausgeschieden | nicht mehr im Unternehmen | arbeitet nicht mehr dort | Leiter hat gekündigt | Teamleiter weg | Kontakt hat gewechselt | Ansprechpartner gewechselt | in Elternzeit | Unternehmen verlassen | langfristig krank | Entscheider weg | Fürsprecher verloren | Umstrukturierung | Abteilung gewechselt | hat gekündigt',
    fr: "n'est plus en charge | a quitté l'entreprise | directeur parti | ne travaille plus ici | notre contact est parti | le PDG a démissionné | décideur parti | chef de projet parti | en congé maternité | interlocuteur parti | réorganisation | sponsor parti | changement d'interlocuteur | a démissionné | a changé de poste",
    es: 'ya no es el responsable | dejó la empresa | el director se fue | ya no trabaja allí | nuestro contacto se ha ido | el director general dimitió | decisor se fue | jefe de proyecto se fue | de baja por maternidad | ya no está en la empresa | interlocutor se fue | reorganización | perdimos a nuestro interlocutor | cambió de trabajo | cambió de departamento'
  },
  {
    meaning: 'new_executive',
    subject: 'executive',
    event: 'arrived',
    polarity: 'for',
    tense: 'past',
    en: 'new CTO | new head of sales | appointed a CFO | new manager | hired a new CEO | new exec | new leadership | new leadership team | new VP of Sales hired | new decision maker | new champion | hiring a head of sales | hiring a CTO | CFO started last month',
    de: 'neuer Geschäftsführer | neuer Einkaufsleiter | neuer CTO ernannt | neue Führung | neuer Teamleiter | neuer Ansprechpartner | neuer Entscheider',
    fr: 'nouveau PDG | nouveau directeur commercial | nommé directeur général | nouvelle direction | nouveau chef de projet | nouveau décideur | nouvel interlocuteur',
    es: 'nuevo director general | nuevo director comercial | nombrado director financiero | nueva dirección | nuevo jefe de proyecto | nuevo decisor | nuevo interlocutor'
  },

  // money
  {
    meaning: 'budget',
    subject: 'budget',
    event: 'in place',
    polarity: 'for',
    tense: 'present',
    en: 'positive about the budget | =budget of | budget approved | has budget | budget confirmed | budget signed off | budget available | budget set aside for this quarter | budget increased | budget growing | budget booked | budget planned for Q2 | new budget | budget starts in January | budget interested | budget identified | budget owner identified | funds approved for this project | =there is budget left | =budget left | =budget left over | =has budget left | =money left | =put aside | =set aside | =ring-fenced | =earmarked | =planned us into | =extra budget | =leftover budget | =has the money | =left in the budget | =left in their budget | =left in this year',
    de: 'Budgetzusage erhalten | Budgetfreigabe | Budgetfreigabe erhalten | =Budget von | Budget vorhanden | Budget freigegeben | Budget eingeplant | Budget steigt | Budget beantragt | neues Budget | =noch Budget übrig | =Restbudget | =Geld ist eingeplant | =Budget ist da | =Fördermittel sind bewilligt',
    fr: '=budget de | budget validé | budget disponible | dispose du budget | budget prévu | budget en hausse | nouveau budget | =il reste du budget | =a les moyens | =enveloppe prévue',
    es: '=presupuesto de | presupuesto aprobado | tiene presupuesto | presupuesto asignado | presupuesto previsto | aumento de presupuesto | nuevo presupuesto | =ya tienen el presupuesto | =ya tiene el presupuesto | =ya tienen presupuesto | =ya tiene presupuesto | =ya tienen el dinero | =queda presupuesto | =euros reservados'
  },
  {
    meaning: 'no_budget',
    subject: 'budget',
    event: 'absent',
    polarity: 'against',
    tense: 'present',
    en: 'no budget | budget cut | budget frozen | budget not approved | no money for this | =out of budget | cannot afford it | budget exhausted | budget spent | budget already spent | budget gone | =over budget | above their budget | exceeds their budget | outside their budget | =budget too small | tiny budget | =small budget | limited budget | tight budget | budget reallocated | budget went elsewhere | budget withdrawn | budget for this year used up | spending freeze | purchasing freeze | no funds | unfunded | lost its budget | lost the budget | lost budget | budget rejected | waiting for budget | budget unclear | budget reduced | budget pulled | cash flow problems | =short of cash | strapped for cash | cash strapped | budget on hold | cannot spend | no spend | =no budget left | =no money left | =ran out of money | =money is gone | =funding fell through | =budget went to | budget given to another team | budget went to another project | budget moved to another department | budget assigned to another project | =lost their funding | =lost the funding | =lost its funding',
    de: 'kein Budget | Budget gestrichen | Budget eingefroren | Budget gekürzt | Budget nicht genehmigt | kann es sich nicht leisten | Budget ausgeschöpft | Budget aufgebraucht | Budget verbraucht | kein Geld | Budgetkürzung | Budgetstopp | Investitionsstopp | Ausgabenstopp | Haushaltssperre | Budget zu klein | sprengt das Budget | =über dem Budget | keine Mittel | Budget reicht nicht | Budget erschöpft | kein Etat | Budget anderweitig vergeben | =kein Restbudget | =kein Budget mehr | Budget für ein anderes Projekt verwendet',
    fr: "pas de budget | budget gelé | budget réduit | budget refusé | plus de budget | budget épuisé | n'a pas les moyens | budget coupé | hors budget | dépasse le budget | budget insuffisant | =petit budget | budget limité | aucun budget | gel des dépenses | gel des investissements | budget consommé | budget serré | pas d'argent | budget déjà dépensé | budget trop faible | =plus de budget | =plus d’argent | =faute de budget | =faute de moyens | budget attribué à un autre projet",
    es: 'sin presupuesto | presupuesto recortado | presupuesto congelado | presupuesto no aprobado | no tienen dinero | no se lo puede permitir | presupuesto agotado | fuera de presupuesto | supera el presupuesto | presupuesto insuficiente | presupuesto limitado | no hay presupuesto | no hay dinero | congelación de gastos | presupuesto gastado | presupuesto ajustado | sin fondos | se quedó sin presupuesto | excede su presupuesto | =no queda presupuesto | =no queda dinero | =falta de dinero | presupuesto asignado a otro proyecto'
  },
  {
    meaning: 'too_expensive',
    subject: 'price',
    event: 'too high',
    polarity: 'against',
    tense: 'present',
    en: '=only interested in the free | =only interested in free | quote too high | proposal too high | price is a problem | price is an issue | price problem | cost is a problem | cost concerns | wants a lower price | price pressure | price too steep | cheaper | expensive | =out of reach | =price out of reach | too expensive | price too high | said we are too expensive | found a cheaper option | found something cheaper | cheaper alternative | objected to the price | price objection | pricing objection | =put off by the price | shocked by the price | sticker shock | overpriced | balked at the price | does not want to pay | unwilling to pay | no ROI | poor ROI | price was a dealbreaker | =costs too much | unhappy with the price | price not accepted | complained about the price | competitor is cheaper | undercut by a competitor | price sensitive | lost on price | =wants it for free | pricey | steep | declined the price | competitor offered a lower price | =only wants the free version | =only wants the free plan | =price was a shock | =price shock | =sticker shock | =shocked by the price | =balked at the price | =laughed at the price | =choked on the price | =out of their range | =out of their price range | =way out of range | =more than they can pay | =more than they wanted to pay | =undercut us | =cheaper elsewhere | =looking for free | =only looking for free | =only looking for a free | =looking for something free | =free version only | =only the free version | =unhappy with our pricing | =unhappy with the price | =unhappy about the price | =times their budget | =double their budget | =twice their budget | =triple their budget | =far over their budget',
    de: 'Angebot zu hoch | Preis ist ein Problem | Preise überzogen | günstiger | billiger | teuer | kostspielig | =kostet zu viel | zu teuer | Preis zu hoch | günstigere Alternative gefunden | günstigeres Angebot | über den Preis beschwert | vom Preis abgeschreckt | will nicht zahlen | überteuert | Preis schreckt ab | Wettbewerber ist günstiger | Konkurrenz ist billiger | Preis nicht akzeptiert | billigere Lösung | am Preis gescheitert | findet uns teuer | kein ROI | rechnet sich nicht | Kosten zu hoch | Preis passt nicht | =nur kostenlose Version | =nicht darstellbar | =günstiger woanders | =woanders billiger | =sucht nur etwas Kostenloses | =nur die kostenlose Version',
    fr: 'devis trop élevé | offre trop élevée | prix est un problème | moins cher | cher | trop cher | prix trop élevé | a trouvé moins cher | objection sur le prix | refuse de payer | ne veut pas payer | freiné par le prix | concurrent moins cher | prix rédhibitoire | tarif trop élevé | nous trouve chers | pas de retour sur investissement | prix non accepté | rebuté par le prix | =coûte trop | =trop onéreux | hors de prix | =uniquement la version gratuite | =moins cher ailleurs | =hors de prix',
    es: 'oferta muy alta | oferta demasiado alta | el precio es un problema | =más barato | caro | caros | demasiado caro | muy caro | precio muy alto | precio demasiado alto | precio elevado | encontró algo más barato | objeción de precio | no quiere pagar | asustado por el precio | la competencia es más barata | le parece caro | les parece caro | sin retorno | opción más económica | alternativa más barata | coste demasiado alto | excesivamente caro | precios altos | =solo quiere la versión gratuita | =más barato en otro | =carísimo | =se sale de su presupuesto'
  },
  {
    meaning: 'bad_payer',
    subject: 'payment',
    event: 'missing',
    polarity: 'against',
    tense: 'present',
    en: 'open invoices | =late payments | =pays late | unpaid invoices | payment overdue | overdue invoices | =late payer | bad credit | poor credit rating | chargeback | does not pay its bills | failed credit check | credit check failed | outstanding debts | disputes the invoice | invoice disputed | owes us money | refund requested | asked for a refund | wants a refund | payment failed | =in arrears | invoice unpaid | disputed an invoice | bad debt | credit hold | payment problems',
    de: 'offene Rechnungen | zahlt nicht | schlechte Bonität | Zahlungsverzug | Rechnung überfällig | Mahnung | Mahnverfahren | schlechte Zahlungsmoral | säumiger Zahler | Inkasso | will Geld zurück | Rückerstattung verlangt | Zahlungsprobleme',
    fr: 'factures impayées | mauvais payeur | retard de paiement | ne paie pas | impayé | impayés | litige sur une facture | demande un remboursement | =en contentieux | factures en retard | défaut de paiement',
    es: 'facturas impagadas | moroso | =mal pagador | no paga | pago atrasado | impagos | facturas pendientes de pago | pide un reembolso | deudas pendientes | solicitó reembolso | retraso en los pagos | facturas vencidas'
  },

  // competition and what they have
  {
    meaning: 'competitor',
    subject: 'competitor',
    event: 'chosen',
    polarity: 'against',
    tense: 'past',
    en: '=customer of a competitor | bought from a competitor | ordered from a competitor | signed a contract with Oracle | signed Oracle | chose Salesforce | bought HubSpot | prefers HubSpot | =went with | =going with | =gone with | =lost to | =signed with | =opted for | =going for | signed with a competitor | went with another vendor | chose a competitor | bought from a rival | under contract with a competitor | renewed with a competitor | lost to a competitor | switched to a competitor | already has another supplier | already uses a competitor | competitor demo booked | prefers the competitor | competitor trial started | interested in a competitor | contract with competitor signed | leaning towards a competitor | leaning toward a competitor | favours the competitor | competitor preferred | competitor was chosen | competitor won | competitor approved | =left us for | new contract with a competitor | =migrating to a competitor | bought another tool | implemented another solution | rolling out a competitor | =replaced us | competitor has an exclusive | exclusive agreement with a competitor | asked a competitor for a quote | competitor is incumbent | strong competitor in the deal | happy with a competitor | uses a competitor | found another vendor | found another provider | found an alternative | =back to their old | =back to their previous | =back to their former | =returned to their old | =returned to their previous | =back with their old',
    de: '=Kunde beim Wettbewerb | =Kunde der Konkurrenz | beim Wettbewerb gekauft | =verloren an | =anderweitig vergeben | beim Wettbewerb unterschrieben | hat sich für einen Wettbewerber entschieden | =zur Konkurrenz gewechselt | Vertrag mit einem Wettbewerber | anderer Anbieter gewählt | nutzt bereits eine andere Lösung | Wettbewerber bevorzugt | an den Wettbewerb verloren | tendiert zum Wettbewerb | zufrieden mit anderem Anbieter | hat schon einen anderen Anbieter | Wettbewerber im Haus | Wettbewerb gewonnen | kauft bei der Konkurrenz | arbeitet mit einem Wettbewerber | Test beim Wettbewerber | Zuschlag an Wettbewerber | führt Konkurrenzprodukt ein | anderweitig entschieden | für andere Lösung entschieden | anderen Anbieter gefunden | nutzt Konkurrenzprodukt | =Wechsel zum Wettbewerber | =zu seinem alten Anbieter zurück | =zu ihrem alten Anbieter zurück | =zum alten Anbieter zurück | =zurück zum alten Anbieter',
    fr: "=client d’un concurrent | =chez la concurrence | =a opté pour | =parti chez | =perdu contre | a signé avec un concurrent | a choisi un autre fournisseur | parti chez un concurrent | préfère un concurrent | contrat avec un concurrent | utilise déjà une autre solution | perdu face à un concurrent | concurrent retenu | concurrent en place | travaille avec un concurrent | penche pour un concurrent | a opté pour la concurrence | concurrent favori | a trouvé une autre solution | déjà équipé d'une autre solution | le concurrent a gagné | passe à la concurrence | utilise un concurrent | =retourné chez son ancien | =retournés chez leur ancien | =revenu chez son ancien",
    es: '=cliente de la competencia | ya es cliente de la competencia | =se fue con | =se fueron con | =optó por | =optaron por | =se decidió por | =perdido contra | firmó con un competidor | eligió a otro proveedor | se fue con la competencia | prefiere a un competidor | contrato con un competidor | ya usa otra solución | perdido ante la competencia | se inclina por la competencia | ganó un competidor | trabaja con un competidor | tiene otro proveedor | ha comprado otra herramienta | encontró otro proveedor | contrató a la competencia | adjudicado a un competidor | usa un competidor | competidor elegido | =volvió con su antiguo | =volvió a su antiguo | =volvieron con su antiguo | =ha vuelto con su antiguo'
  },
  {
    meaning: 'works_for_competitor',
    subject: 'contact',
    event: 'works for a competitor',
    polarity: 'against',
    tense: 'present',
    en: 'rep from a competitor | employed by a competitor | =at a competitor | =at competitor | =at the competition | works at a competitor | works for a competitor | employee of a competitor | competitor employee | =is a competitor | competitor downloading our material | competitor research | competitor asked for a demo | competitor spying | competitor signed up for a trial | competitor visited our site | competitor visiting the pricing page | competitor asked for pricing | competitor attended our webinar | =turned out to be a competitor | consultant for a competitor | moved to a competitor as head of sales | competitor requested a call | reseller of a competitor | partner of a competitor | competitor in disguise | joined a competitor | mystery shopper | competitor snooping',
    de: 'arbeitet bei einem Wettbewerber | arbeitet für die Konkurrenz | Mitarbeiter der Konkurrenz | =ist ein Wettbewerber | Wettbewerber fragt Demo an | Wettbewerber spioniert | Wettbewerber fragt Preise an | Testkäufer | =zur Konkurrenz gegangen',
    fr: "travaille chez un concurrent | travaille pour un concurrent | salarié d'un concurrent | =est un concurrent | concurrent demande une démo | =client mystère | =c'est un concurrent | concurrent demande les tarifs",
    es: 'trabaja para la competencia | trabaja en un competidor | empleado de la competencia | =es un competidor | competidor pide una demo | =cliente misterioso | competidor pide precios | =es de la competencia'
  },
  {
    meaning: 'satisfied_elsewhere',
    subject: 'supplier',
    event: 'stays',
    polarity: 'against',
    tense: 'present',
    en: '=keep everything as it is | =leave everything as it is | =leave things as they are | =keeps their current | keeping their existing tool | prefers to keep the current system | happy with Salesforce | just implemented SAP | decided to stick with Excel | happy with Excel | happy with spreadsheets | satisfied with the manual process | happy with their manual process | happy with current supplier | satisfied with the current solution | staying with their current vendor | renewed with current vendor | locked into a contract | locked in until 2028 | tied into a contract until next year | long-term contract | multi-year contract | just renewed their contract | contract renewed for three years | =recently renewed | already has a solution | already has a tool | =already covered | no reason to change | no reason to switch | switching costs too high | prefers the status quo | status quo | likes their current tool | new supplier signed | just signed a three-year contract elsewhere | loyal to current provider | extended with current supplier | =already sorted | =all set | =already set | =they are all set | already bought a solution | =already solved | =in contract until | =under contract until | just implemented a new system | just bought a new system | =just migrated | migration already completed elsewhere | contract does not end until 2028 | interested in current supplier only | =happy as is | bound by contract | stuck in a contract | exclusive contract | contract just signed elsewhere | =recently implemented | satisfied with what they have | content with what they have | happy with what they have | auto renewed | contract auto renewed | uses SAP and happy with it | contract with current supplier extended | =decided to do it manually | =decided to do it by hand | =keep doing it by hand | =continue manually | =continue by hand | =manually for now | =stay with the old | =stays with the old | =keep the old system | =keep their old | =keeping the old | =keep their old system | =go on with spreadsheets | wants to stay on spreadsheets | wants to keep using spreadsheets | wants to stay with Excel',
    de: '=alles beim Alten | hat schon ein anderes System eingeführt | anderes System eingeführt | =frisch verlängert | bleibt bei Excel | zufrieden mit Excel | zufrieden mit aktuellem Anbieter | zufrieden mit der jetzigen Lösung | bleibt beim jetzigen Anbieter | vertraglich gebunden | bis 2028 gebunden | langfristiger Vertrag | =gerade verlängert | hat bereits eine Lösung | hat schon ein System | bestens versorgt | =gut versorgt | kein Grund zu wechseln | keinen Wechselbedarf | Wechselkosten zu hoch | =läuft noch | =Vertrag noch bis | =bereits gut aufgestellt | =gut aufgestellt | neues System gerade eingeführt | mehrjähriger Vertrag | anderweitig versorgt | =bereits gelöst | =schon erledigt | Vertragsbindung | ist glücklich mit dem System | Vertrag mit Lieferanten verlängert | =beim alten System bleiben | =bleibt beim alten | =beim alten bleiben | =behält das alte | =beim bisherigen System bleiben | will bei Excel bleiben | möchte bei Excel bleiben',
    fr: "préfère rester avec son outil | préfère garder son outil | garde son outil actuel | reste sur Excel | satisfait d’Excel | satisfait de son fournisseur | satisfait de la solution actuelle | reste chez son prestataire actuel | engagé jusqu'en 2028 | =engagé sur trois ans | contrat de longue durée | vient de renouveler son contrat | contrat renouvelé | =déjà équipé | déjà une solution en place | aucune raison de changer | statu quo | lié par contrat | =a déjà ce qu'il faut | content de son outil | a déjà un outil | =déjà sous contrat | contrat pluriannuel | ont déjà une solution | vient de changer de logiciel | =vient de s'équiper | contrat avec le fournisseur prolongé | a resigné avec son fournisseur | =garder l'ancien | =garder son ancien | =conserver l'ancien | =garde l'ancien | =garder son système | =garder son outil | veut rester sur Excel | préfère rester sur Excel",
    es: 'prefiere seguir con su herramienta | mantiene su sistema actual | contento con Excel | sigue con Excel | contento con su proveedor | satisfecho con la solución actual | se queda con su proveedor actual | atado por contrato | atado hasta 2028 | contrato a largo plazo | acaba de renovar | contrato renovado | ya tiene una solución | ya tienen herramienta | sin motivos para cambiar | statu quo | contrato de permanencia | ya está cubierto | ya lo tiene resuelto | contrato plurianual | =comprometido hasta | acaban de implantar otro sistema | ya dispone de una solución | contrato con el proveedor ampliado | =quedarse con el sistema | =quedarse con lo que | =seguir con el sistema antiguo | =mantener el sistema antiguo | quiere seguir con Excel | prefiere seguir con Excel'
  },
  {
    meaning: 'built_in_house',
    subject: 'solution',
    event: 'built in-house',
    polarity: 'against',
    tense: 'present',
    en: '=in house solution | internal team builds it | =built something | =built one | =building something | wrote their own software | built it in-house | building in-house | =doing it in-house | developing their own tool | internal solution | =own solution | keeping it in-house | homegrown tool | =does it themselves | =do it internally | =built their own | =develops its own | decided to build | build rather than buy | in-house team handles it | uses an in-house tool | self-built tool | going with an internal build | =builds it in house | building it themselves | develops it in house',
    de: 'Eigenentwicklung | =entwickelt selbst | =baut selbst | eigene Lösung | =interne Lösung | inhouse gelöst | =in-house | =intern gelöst | setzt auf Eigenbau | hauseigene Lösung | entwickelt es selbst | baut die Lösung selbst',
    fr: '=développement interne | solution maison | =développe en interne | =fait en interne | outil maison | =solution interne | =le fait lui-même | internalise | développe en interne sa solution | =font tout en interne',
    es: 'desarrollo propio | solución interna | lo desarrollan internamente | herramienta propia | solución propia | =lo hacen ellos mismos | =desarrollo interno | =lo hacen internamente | desarrollan su herramienta internamente'
  },
  {
    meaning: 'dissatisfied',
    subject: 'supplier',
    event: 'disappoints',
    polarity: 'for',
    tense: 'present',
    en: 'current tool cannot handle | existing system cannot cope | current system does not scale | current tool cannot keep up | complained about their current vendor | complaints about their current supplier | complains about Salesforce | complained about a competitor | current tool is being discontinued | =being sunset | =being discontinued | current tool is being phased out | current tool is clunky | current supplier unreliable | competitor is slow | Salesforce is clunky | terrible experience with a competitor | current system is unstable | current tool confusing | fed up with HubSpot | cancelled Salesforce | leaving Salesforce | complaining about SAP | unhappy with current supplier | problems with their current vendor | frustrated with the existing system | current supplier expensive | current vendor raised prices | current supplier is going bankrupt | current tool too slow | current vendor was acquired | complained about their supplier | current provider lets them down | current system does not scale | current contract too expensive | current solution too expensive | outages with current provider | incumbent failing | current provider failing | current system failing | current solution not sufficient | not satisfied with the current system | not happy with their current vendor | losing money with manual work | unhappy with a competitor | frustrated with competitor | problems with a competitor | cancelled with a competitor | cancelling their contract with a competitor | terminated contract with a competitor | current vendor is sunsetting the product | competitor raised its prices | competitor let them down | competitor contract cancelled | cancelled contract with current supplier | leaving their current vendor | =cancelled their current contract | complains that Salesforce is slow | complains that the current system is slow | existing system crashes',
    de: 'aktueller Anbieter unzuverlässig | Wettbewerber zu langsam | unzufrieden mit dem aktuellen Anbieter | Probleme mit dem bestehenden System | aktueller Anbieter zu teuer | aktuelles System zu langsam | beschwert sich über den jetzigen Anbieter | nicht zufrieden mit aktuellem Anbieter | Anbieter erhöht Preise | unzufrieden mit Wettbewerber | bestehendes System reicht nicht | aktuelles System gekündigt | hat den Vertrag mit dem Wettbewerber gekündigt | will weg vom Wettbewerber | aktuelle Lösung stösst an Grenzen | kündigt beim Wettbewerber | aktuellem Anbieter gekündigt | klagt dass SAP langsam ist',
    fr: 'fournisseur actuel peu fiable | concurrent trop lent | mécontent de son fournisseur | problèmes avec le système actuel | fournisseur actuel trop cher | outil actuel trop lent | pas satisfait de sa solution actuelle | pas content de son fournisseur | fournisseur augmente ses prix | mécontent de son concurrent | a résilié avec son fournisseur | système actuel ne suffit plus | solution actuelle limitée | quitte son fournisseur actuel | déçu de son prestataire actuel | se plaint que son outil actuel est lent',
    es: 'proveedor actual poco fiable | competidor muy lento | descontento con su proveedor | problemas con el sistema actual | proveedor actual muy caro | herramienta actual muy lenta | no está contento con su proveedor | no está satisfecho con la solución actual | el proveedor sube precios | descontento con la competencia | canceló con su proveedor | el sistema actual se queda corto | solución actual limitada | deja a su proveedor actual | se queja de que su sistema actual es lento'
  },

  // project and timing
  {
    meaning: 'on_hold',
    subject: 'project',
    event: 'put off',
    polarity: 'against',
    tense: 'present',
    en: 'project is dead | decided to postpone | decided to wait | postpone | =wait until | =in a holding pattern | try again next year | =try again in | stalled | project on hold | project cancelled | decision postponed | deal stalled | project delayed | evaluation paused | purchase pushed to next year | on hold | on ice | on the back burner | put off indefinitely | postponed until next year | decision delayed until further notice | shelved | deal slipping | deal slipped | slipped to next quarter | pushed to next quarter | contract negotiations broke down | contract cancelled before signature | contract not signed | deal is dead | deal dead | no decision yet | no next steps | no next step agreed | no urgency | =needs more time | wants to wait | wants to think about it | =will think about it | waiting and seeing | =wait and see | deal pushed back | renewal cancelled | project scrapped | rfp cancelled | tender withdrawn | postponed | deprioritised | deprioritized | budget discussion postponed | decision deferred | deferred | indefinitely delayed | undecided | indecision | project descoped | signature delayed | cancelled the order | order cancelled | order withdrawn | expansion cancelled | launch postponed | opening postponed | cancelled the renewal | =keeps stalling | =dragging on | dragging their feet | =come back in a year | =come back in two years | =come back another year | =try again next year | =put the topic aside | =put the project aside | =put it aside',
    de: 'Einführung gestoppt | Projekt auf Eis | Projekt gestoppt | Entscheidung verschoben | Projekt verzögert sich | Vorhaben zurückgestellt | auf unbestimmte Zeit verschoben | liegt auf Eis | braucht Bedenkzeit | will abwarten | =wartet ab | keine Eile | kein Zeitplan | zieht sich hin | Entscheidung vertagt | vertagt | verschoben | Ausschreibung zurückgezogen | verzögert sich | muss darüber nachdenken | unentschlossen | will nicht verlängern | Verlängerung abgelehnt | Bestellung storniert | Auftrag storniert | ruht | Projekt ruht | aufgeschoben | =Projekt eingestellt | =erst einmal abwarten | =erst mal abwarten | =will abwarten',
    fr: "a préféré reporter | projet en pause | projet annulé | décision reportée | projet gelé | projet abandonné | contrat non signé | affaire au point mort | au point mort | remis à plus tard | reporté sine die | veut réfléchir | préfère attendre | pas de calendrier | =en stand-by | =stand-by | projet à l'arrêt | appel d'offres annulé | projet retardé | commande annulée | ne renouvelle pas | ne souhaite pas renouveler | décision repoussée | prend son temps | reporté à l'année prochaine | projet enterré | mis de côté | =préfère attendre | =veut attendre",
    es: 'prefieren aplazar | aplazar | proyecto en pausa | proyecto cancelado | decisión aplazada | proyecto congelado | contrato no firmado | negociación estancada | estancado | paralizado | quiere pensarlo | prefiere esperar | no tiene prisa | no tienen prisa | no hay prisa | no hay urgencia | sin fecha | sin calendario | en espera | licitación anulada | proyecto retrasado | pedido cancelado | no renovará | no renueva | no quiere renovar | lo deja para más adelante | se lo tiene que pensar | pospuesto | aplazado | aplazado hasta el año que viene | decisión retrasada | =prefiere esperar | =quiere esperar'
  },
  {
    meaning: 'not_now',
    subject: 'timing',
    event: '=not now',
    polarity: 'against',
    tense: 'present',
    en: "=at the earliest | =not the right time | =not a good time | =not the right moment | =not the best time | =maybe in | =maybe in a year | =perhaps in | busy | swamped | =snowed under | not a priority | low priority | =not now | =not right now | bad timing | wrong timing | timing is wrong | =timing is off | too busy | =no time | no capacity | no resources | overloaded | =too early | =too soon | premature | =maybe later | =not this year | not this quarter | =not for now | call back next year | =come back next year | =other priorities | priorities changed | priorities have shifted | busy with other projects | no bandwidth | understaffed | not urgent | no immediate need | no project | no active project | =contact again in a year | revisit next year | =not before next year | early stage research | =just early research | =check back in six months | in the middle of a merger | no time for a trial | =not at this time | not at the moment | not until next year | too busy for a meeting | busy season | revisit in 12 months | circle back in six months | follow up in six months | call back in six months | check back in a year | asked us to come back in six months | =timing isn't right | =timing is not right | =timing isn't great",
    de: 'frühestens | =vielleicht in | =vielleicht im | keine Priorität | =derzeit nicht | kein Thema | aktuell kein Thema | falscher Zeitpunkt | schlechter Zeitpunkt | keine Zeit | keine Kapazität | keine Kapazitäten | keine Ressourcen | =zu früh | =vielleicht später | andere Prioritäten | niedrige Priorität | geringe Priorität | nicht dringend | erst nächstes Jahr wieder melden | nicht vor nächstem Jahr | =nicht dieses Jahr | kein Projekt | überlastet | =nicht jetzt | im Moment nicht | =momentan nicht | =aktuell nicht | ungünstiger Zeitpunkt | =erst in einem Jahr wieder | keine Zeit für eine Demo | keine Zeit für einen Termin | hat anderes zu tun | ausgelastet | passt zeitlich nicht | in sechs Monaten wieder melden | Termin in einem halben Jahr wieder anfragen | Wiedervorlage in sechs Monaten',
    fr: "=au plus tôt | =peut-être dans | =peut-être en | pas une priorité | =pas maintenant | pas le bon moment | pas prioritaire | mauvais moment | pas le temps | =trop tôt | =trop occupé | manque de temps | manque de ressources | =d'autres priorités | rappeler l'année prochaine | pas avant l'an prochain | =pas cette année | faible priorité | peut-être plus tard | plus tard | pas urgent | pas pour le moment | pas pour l'instant | pas d'actualité | plus d'actualité | prématuré | surchargé | pas de projet | débordé | =revenir dans un an | mauvais timing | à relancer dans six mois | rappeler dans six mois | revenir vers nous dans un an",
    es: '=como pronto | =quizá en | =quizás en | no es prioridad | no es prioritario | =ahora no | no es el momento | =mal momento | sin tiempo | no tiene tiempo | =demasiado pronto | =muy ocupado | =otras prioridades | falta de recursos | sin recursos | =quizá más adelante | =más adelante | =baja prioridad | volver a llamar el año que viene | no antes del año que viene | =este año no | no es urgente | =por ahora no | de momento no | prematuro | desbordado | saturado | no hay proyecto | no están en ello | sin capacidad | no es buen momento | volver a llamar dentro de seis meses | retomar en seis meses | llamar dentro de seis meses'
  },
  {
    meaning: 'renewal',
    subject: 'contract',
    event: 'ends',
    polarity: 'for',
    tense: 'future',
    en: 'contract with Salesforce ends in June | contract with Salesforce up for renewal | Salesforce contract ends in June | Salesforce renewal | HubSpot licence expires | renewal this quarter | contract ends in March | contract expires soon | renewal coming up | renewal | contract with competitor ends in May | competitor contract up for renewal | current contract is ending | licence runs out | contract with current supplier ends | contract is up | contract up for renewal | renewal of current supplier due | renewal approved | renewal with competitor due | asked about the renewal | renewal signed | renewal confirmed | their contract with the vendor expires in June | contract term ends | contract with current supplier runs out and will not be renewed | will not renew with current supplier | not renewing with current supplier | contract with competitor ends and is not renewed | will not renew with the competitor | not extending with current supplier | not extending with the competitor | will not extend the contract with the competitor',
    de: 'Vertragsende | Vertrag läuft aus | Verlängerung steht an | Vertrag mit Wettbewerber läuft aus | Lizenz endet | Vertrag mit dem Anbieter endet | Verlängerung bestätigt | Vertrag kündbar | Altvertrag endet | Vertrag mit dem bisherigen Anbieter wird nicht verlängert | Vertrag mit dem bisherigen Anbieter endet und wird nicht verlängert | Vertrag mit dem Wettbewerber wird nicht verlängert | Vertrag mit dem Wettbewerber endet und wird nicht verlängert | Vertrag mit dem bisherigen Anbieter gekündigt | dem bisherigen Anbieter gekündigt',
    fr: '=licence expire | =contrat expire | =contrat expire en | =licence expire en | =abonnement expire en | fin de contrat | contrat arrive à échéance | renouvellement prévu | contrat avec un concurrent se termine | licence à échéance | renouvellement | contrat fournisseur se termine | renouvellement confirmé | contrat avec le fournisseur actuel ne sera pas renouvelé | contrat avec le concurrent ne sera pas renouvelé | contrat avec le concurrent se termine et ne sera pas renouvelé | a résilié le contrat avec le fournisseur actuel',
    es: 'fin de contrato | contrato vence en marzo | renovación próxima | el contrato con la competencia termina | la licencia caduca | renovación | contrato con el proveedor termina | renovación confirmada | no renovará con el proveedor actual | no van a renovar con el proveedor actual | contrato con la competencia termina y no lo renuevan | ha rescindido el contrato con el proveedor actual'
  },
  {
    meaning: 'deadline',
    subject: 'project',
    event: 'due',
    polarity: 'for',
    tense: 'future',
    en: 'decision expected in March | wants to go live by April | go live planned | go-live in spring | wants to be live by June | needs to go live | =go live | needs it live by June | project deadline in May | go-live planned for March | needs to be live in March | must be live by the summer | decision this month | decision by end of month | decision due next week | decision planned | project approved | project starts in April | project booked | project confirmed | new project | board decides next week | implementation planned | project growing | wants to decide this month | plans to buy this quarter | decision expected soon | purchase planned for Q2 | investment planned | investment approved | implementation starts soon',
    de: 'Entscheidung fällt im März | =live gehen | will live gehen | Entscheidung diesen Monat | Projekt startet im April | Projekt genehmigt | Entscheidung steht an | Einführung geplant | neues Projekt | Investition geplant | Investition freigegeben',
    fr: 'décision ce mois-ci | projet validé | projet démarre en avril | déploiement prévu | nouveau projet | investissement prévu | décision imminente | projet confirmé',
    es: 'decisión este mes | proyecto aprobado | el proyecto empieza en abril | implantación prevista | nuevo proyecto | inversión prevista | inversión aprobada | decisión próxima | proyecto confirmado'
  },
  {
    meaning: 'urgent',
    subject: 'timing',
    event: 'pressing',
    polarity: 'for',
    tense: 'present',
    en: 'urgent | ASAP | top priority | deadline in two weeks | needs a solution urgently | immediate need | under time pressure | this quarter | need is urgent | needs a solution this quarter | wants to implement before summer',
    de: 'dringend | dringender Bedarf | so schnell wie möglich | hat Priorität | Projekt hat Priorität | braucht dringend eine Lösung | unter Zeitdruck | sucht kurzfristig eine Lösung',
    fr: 'urgent | besoin urgent | au plus vite | priorité du trimestre | cherche une solution rapidement',
    es: 'urgente | necesidad urgente | cuanto antes | prioridad de este trimestre | busca una solución urgente'
  },
  {
    meaning: 'evaluating',
    subject: 'project',
    event: 'compared',
    polarity: 'for',
    tense: 'present',
    en: 'evaluating HubSpot and us | comparing us with Salesforce | evaluating vendors | comparing options | looking for a solution | evaluating our product | looking for a new supplier | comparing us with a competitor | evaluating us against a competitor | actively looking | looking for software | comparing suppliers | selection process started | considering a new project | seeking a new system | market research for a new tool | researching solutions | researching vendors | looking into new software | needs a new solution | needs new software | asked colleagues for recommendations for a tool | reading reviews | read our G2 reviews | compared us on G2 | researching on G2 | active on G2 | switching suppliers this year',
    de: 'evaluiert Anbieter | vergleicht Anbieter | sucht eine Lösung | sucht neuen Anbieter | prüft unser Produkt | vergleicht uns mit dem Wettbewerb | Auswahlverfahren läuft | sucht neue Software | aktiv auf der Suche | braucht eine neue Lösung | plant Wechsel des Anbieters',
    fr: 'évalue plusieurs fournisseurs | compare les solutions | cherche une solution | cherche un nouveau fournisseur | étudie notre produit | nous compare à un concurrent | en phase de sélection | recherche active | a besoin d’un nouvel outil | souhaite changer de fournisseur | veut changer de solution',
    es: 'evaluando proveedores | compara soluciones | busca una solución | busca un nuevo proveedor | estudia nuestro producto | nos compara con un competidor | proceso de selección en marcha | búsqueda activa | necesita una nueva herramienta | quiere cambiar de proveedor | quiere cambiar de sistema'
  },
  {
    meaning: 'shortlist',
    subject: 'vendors',
    event: 'narrowed down',
    polarity: 'for',
    tense: 'present',
    en: 'shortlist | we are on the shortlist | shortlisted us | made the final round | we are in the final two | top three vendors | one of three finalists | =down to us | shortlisted with a competitor',
    de: 'auf der Shortlist | in der engeren Auswahl | in der Endauswahl | =unter den letzten drei | engere Wahl | in die engere Wahl gekommen',
    fr: 'sur la shortlist | présélectionnés | nous sommes finalistes | =dans les trois derniers | en finale',
    es: 'en la lista corta | estamos preseleccionados | somos finalistas | =entre los tres últimos'
  },
  {
    meaning: 'next_year',
    subject: 'timing',
    event: 'later',
    polarity: 'for',
    tense: 'future',
    en: 'planned for next year | next year | renewal next year | budget for next year | evaluating next year | project next year | decision next year | budget approved for next year | interested for next year',
    de: 'für nächstes Jahr geplant | nächstes Jahr | Projekt nächstes Jahr | Budget für nächstes Jahr',
    fr: "prévu pour l'année prochaine | projet l'année prochaine | budget l'année prochaine",
    es: 'previsto para el año que viene | proyecto para el año que viene | presupuesto para el próximo año'
  },
  {
    meaning: 'lost',
    subject: 'deal',
    event: 'lost',
    polarity: 'against',
    tense: 'past',
    en: 'closed lost | deal lost | lost deal | lost the deal | opportunity lost | disqualified | marked as lost | lost opportunity | unqualified | not qualified | =junk lead | =dead lead | =bad lead | =poor lead | =lead is dead | closed as lost | no potential | no chance | hopeless | =waste of time | disqualified by sales | =recycled lead | =written off | =we lost the | =we lost against | =decision against us | =shot it down',
    de: 'verloren | Auftrag verloren | Deal verloren | disqualifiziert | abgeschrieben | nicht qualifiziert | als verloren markiert | kein Potenzial | chancenlos | aussichtslos | keine Chance | Zeitverschwendung | =haben den Auftrag verloren | =Auftrag verloren',
    fr: 'affaire perdue | opportunité perdue | disqualifié | dossier clos | non qualifié | pas qualifié | aucun potentiel | perdu | perte de temps | sans potentiel | aucune chance | =nous avons perdu',
    es: 'negocio perdido | oportunidad perdida | descalificado | venta perdida | cerrado perdido | no cualificado | no calificado | sin potencial | perdido | pérdida de tiempo | sin posibilidades | cerrada perdida | =perdimos el | =perdimos la'
  },
  {
    meaning: 'churned',
    subject: 'customer',
    event: 'left us',
    polarity: 'against',
    tense: 'past',
    en: '=wants out | =wants out of the contract | did not renew | will not renew | not renewing | churned | churned customer | cancelled their subscription | cancelled the contract | terminated the contract | former customer who left unhappy | =lost customer | cancelled subscription last year | =gave notice | handed in notice on the contract | ended the contract with us | contract terminated | downgraded | downgraded their plan | subscription cancelled | =wants to cancel | existing customer cancelled | existing customer unhappy | threatening to leave | threatens to cancel | at risk of churn | churn risk | licence cancelled | contract ended by customer | reduced their licences | existing customer left',
    de: 'Vertrag gekündigt | Abo gekündigt | =hat gekündigt bei uns | abgewandert | Kündigung erhalten | Kündigung eingereicht | Kündigung | droht mit Kündigung | kündigungsgefährdet | Lizenz gekündigt | Vertrag storniert | Bestandskunde unzufrieden | Bestandskunde gekündigt',
    fr: "a résilié son contrat | a résilié son abonnement | résiliation | n'a pas renouvelé | menace de résilier | contrat résilié | abonnement annulé | =client parti | risque de départ | client existant mécontent",
    es: 'canceló su suscripción | canceló el contrato | se dio de baja | rescindió el contrato | no renovó | amenaza con cancelar | amenaza con irse | contrato rescindido | dio de baja el servicio | baja del servicio | cliente actual descontento | rescisión'
  },

  // need and fit
  {
    meaning: 'has_need',
    subject: 'need',
    event: 'present',
    polarity: 'for',
    tense: 'present',
    en: 'clear need | has a use case | strong need for automation | asked about a use case | pain confirmed | need confirmed | need identified | growing need | new use case | has a problem we solve | needs help with compliance | needs help with reporting | pain is acute | acute pain | =big pain | needs our product | needs our solution | struggling to keep up with orders | struggling | struggling with growth | bottleneck | team drowning in tickets',
    de: 'konkreter Bedarf | Bedarf vorhanden | hoher Bedarf | Bedarf bestätigt | =grosser Bedarf | Bedarf steigt | akuter Bedarf | Engpass | hat Handlungsbedarf',
    fr: 'besoin identifié | besoin confirmé | besoin clair | fort besoin | vrai besoin | réel besoin | besoin croissant | goulot d’étranglement | besoin exprimé | besoin avéré',
    es: 'necesidad clara | necesidad confirmada | necesidad detectada | tiene una necesidad | necesidad creciente | necesidad real | cuello de botella'
  },
  {
    meaning: 'no_need',
    subject: 'need',
    event: 'absent',
    polarity: 'against',
    tense: 'present',
    en: '=not for them | =not for us | =nothing for us | no need | does not need it | no use case | no longer needed | no pain | need has gone | does not need a new supplier | no requirement | does not need our product | sees no need | =no problem to solve | does not see the need | nothing to improve | not needed | not required | does not use this | no use for the product | no demand | not relevant | irrelevant | not relevant to them | not applicable | does not apply',
    de: '=nichts für uns | =nichts für sie | kein Bedarf | braucht es nicht | Bedarf entfallen | Bedarf hat sich erledigt | hat sich erledigt | sieht keinen Bedarf | nicht relevant | nicht nötig | nicht benötigt | wird nicht gebraucht | braucht keine Lösung | überflüssig | irrelevant | nicht notwendig',
    fr: "=pas pour nous | =pas pour eux | pas de besoin | n'en a pas besoin | aucun besoin | besoin disparu | n'a pas besoin de notre produit | pas utile | inutile | pas concerné | non concerné | ne voit pas le besoin | pas pertinent | plus besoin | sans objet",
    es: '=no es para nosotros | =no es para ellos | no lo necesita | sin necesidad | ninguna necesidad | ya no lo necesita | no necesita nuestro producto | no hay necesidad | no es relevante | no aplica | =no les hace falta | =no hace falta | innecesario | no lo ve necesario | no ve la necesidad'
  },
  {
    meaning: 'no_fit',
    subject: 'fit',
    event: 'absent',
    polarity: 'against',
    tense: 'present',
    en: "complicated | complex | not a fit | =bad fit | =poor fit | not a good fit | outside our region | outside our market | wrong industry | wrong segment | =too small | company too small | =company too big for us | missing features | missing a feature | lacks features | lacks key functionality | product lacks a feature | no integration with SAP | does not integrate with their ERP | requirements not met | does not meet their requirements | product too complex | =too complex | =too complicated | feature gap | not a match | =out of territory | not in our ICP | outside our ICP | outside ICP | wrong country | unsupported country | not our target | does not match our profile | =out of scope | technical dealbreaker | security concerns | data protection concerns | concerns about security | privacy concerns | incompatible | not compatible | missing integration | lacks integration | no fit | product not suitable | not suitable | deal breaker | dealbreaker | integration problems | too difficult to implement | needs on-premise only | failed the technical evaluation | did not pass the security audit | failed compliance check | doubts about our company | =too risky | raised concerns | =we lack | =we are missing | =missing a key feature | =that we will not | =that we do not | =that we don't | =that we cannot | =that we can't | =we don't offer | =we do not offer | =which we do not | =which we don't | =we don't have | =we don't support | =we do not support | =we cannot offer | =not on our roadmap | =which we lack | =terms are unacceptable | =we are too small",
    de: 'kompliziert | komplex | =zu klein | passt nicht | passt nicht zu uns | ausserhalb unserer Region | falsche Branche | falsche Zielgruppe | zu klein | Unternehmen zu klein | fehlende Funktionen | Funktion fehlt | fehlende Schnittstelle | Schnittstelle fehlt | Anforderungen nicht erfüllt | erfüllt die Anforderungen nicht | =zu komplex | =zu kompliziert | nicht unsere Zielgruppe | keine Zielgruppe | Datenschutzbedenken | Bedenken wegen Datenschutz | Sicherheitsbedenken | hat Bedenken | Bedenken | nicht kompatibel | inkompatibel | nicht geeignet | ungeeignet | kein Fit | falsches Land | nicht passend | Produkt ungeeignet | =uns fehlt | =das wir nicht haben | =die wir nicht haben | =die wir nicht anbieten | =wir nicht anbieten | =fehlt uns | =wir sind zu klein',
    fr: "complexe | =pas le bon profil | =trop petite | ne correspond pas | pas adapté | hors de notre zone | hors cible | mauvais secteur | =trop petit | entreprise trop petite | fonctionnalité manquante | fonctionnalités manquantes | manque une fonctionnalité | ne répond pas aux besoins | ne couvre pas les besoins | =trop complexe | =trop compliqué | pas notre cible | incompatible | pas compatible | inadapté | inquiétudes sur la sécurité | préoccupations sur les données | réserves | a des réserves | pas d'intégration | hors périmètre | hors zone | ne convient pas | =il nous manque | =que nous n’avons pas | =que nous ne proposons pas | =nous sommes trop petits",
    es: 'complejo | =demasiado pequeña | no encaja | =mal encaje | fuera de nuestra zona | fuera de nuestro mercado | sector equivocado | demasiado pequeño | empresa demasiado pequeña | =empresa muy pequeña | faltan funcionalidades | falta una funcionalidad | no cumple los requisitos | demasiado complejo | demasiado complicado | =muy complicado | no es nuestro público | fuera de perfil | incompatible | no compatible | dudas de seguridad | preocupación por la seguridad | preocupaciones sobre los datos | sin integración | no se integra | no se adapta | no es un buen encaje | fuera de target | =nos falta | =que no tenemos | =que no ofrecemos | =somos demasiado pequeños'
  },
  {
    meaning: 'migrating',
    subject: 'system',
    event: 'changed',
    polarity: 'for',
    tense: 'present',
    en: 'replacing Salesforce | moving off HubSpot | migrating from spreadsheets | replacing their CRM | switching from a competitor | moving away from their current supplier | replacement of the current system | migration | replacing a legacy system | moving off a competitor | looking to replace a competitor | migration project | migration budget approved | looking for an alternative to a competitor | planning a migration | outgrown their spreadsheets | outgrew their current system | replacing manual process',
    de: 'löst Altsystem ab | Ablösung des Altsystems geplant | Umstieg von Excel | ersetzt CRM | Migration geplant | Umstellung geplant | will vom Wettbewerber wechseln | Systemwechsel geplant | Systemwechsel',
    fr: 'remplace son système actuel | migration prévue | remplacement du CRM | changement de logiciel prévu | projet de migration',
    es: 'va a sustituir su sistema actual | migración prevista | quiere dejar a su proveedor | deja la competencia | sustitución del CRM | cambio de software previsto | proyecto de migración'
  },
  {
    meaning: 'legacy',
    subject: 'system',
    event: 'old',
    polarity: 'for',
    tense: 'present',
    en: 'legacy system unreliable | slow legacy system | legacy system | outdated | end of life | current system is outdated | on a legacy ERP | unhappy with legacy system | legacy software needs',
    de: 'veraltetes System | Altsystem | aktuelles System veraltet | arbeitet mit Altsystem',
    fr: 'système obsolète | logiciel vieillissant | outil actuel obsolète',
    es: 'sistema obsoleto | software anticuado | sistema actual obsoleto'
  },
  {
    meaning: 'manual',
    subject: 'work',
    event: 'by hand',
    polarity: 'for',
    tense: 'present',
    en: 'slow manual process | annoying manual work | manual processes | done by hand | manual invoice approval | frustrated with manual work | still on paper | growing manual work | invoices processed manually | problem with manual entry',
    de: 'manuelle Prozesse | arbeitet auf Papier | erfasst alles händisch | Probleme mit manueller Erfassung',
    fr: 'processus manuels | saisie à la main | encore sur papier',
    es: 'procesos manuales | lo hacen a mano | todavía en papel'
  },
  {
    meaning: 'spreadsheets',
    subject: 'work',
    event: 'in spreadsheets',
    polarity: 'for',
    tense: 'present',
    en: 'error-prone spreadsheets | confusing spreadsheets | spreadsheets | uses Excel | runs on spreadsheets | frustrated with Excel | problems with spreadsheets | manual spreadsheets | everything in Excel',
    de: 'Excel-Listen | plant noch in Excel | unzufrieden mit Excel | Probleme mit Excel',
    fr: 'gère tout sur Excel | fichiers Excel | lassé d’Excel | problèmes avec Excel',
    es: 'lo lleva todo en Excel | hojas de cálculo | harto de Excel | problemas con Excel'
  },
  {
    meaning: 'compliance',
    subject: 'rules',
    event: 'to be met',
    polarity: 'for',
    tense: 'present',
    en: 'worried about compliance | concerned about the audit | GDPR compliance | needs SOC 2 | compliance project | audit coming up | ISO 27001 | compliance deadline | affected by NIS2 | asked about compliance | failed an audit | compliance problem | has to comply with GDPR | new compliance rules',
    de: 'DSGVO-Audit steht an | von NIS2 betroffen | fragt nach ISO 27001 | Zertifizierung geplant | muss DSGVO erfüllen',
    fr: 'mise en conformité RGPD | audit prévu | concerné par NIS2 | demande la conformité | =doit se conformer',
    es: 'necesita cumplir el RGPD | auditoría próxima | afectado por NIS2 | pregunta por el cumplimiento | proyecto de cumplimiento'
  },
  {
    meaning: 'complement',
    subject: 'tools',
    event: 'in use',
    polarity: 'for',
    tense: 'present',
    en: 'uses HubSpot | Salesforce integration | complementary tool | complementary product | integrates with Salesforce',
    de: 'nutzt HubSpot',
    fr: 'utilise HubSpot',
    es: 'usa HubSpot'
  },

  // company: size, money, growth and decline
  {
    meaning: 'size_large',
    subject: 'company',
    event: 'size',
    polarity: 'for',
    tense: 'present',
    en: 'enterprise | FTSE | FTSE 100 | FTSE 250 | Fortune 500 | Fortune 1000 | Fortune | large company | large enterprise | multinational | global company | big company',
    de: 'Konzern | DAX | Grosskonzern | Grossunternehmen | grosses Unternehmen | Weltmarktführer',
    fr: 'grand groupe | grand compte | CAC 40 | multinationale | grande entreprise',
    es: 'gran empresa | IBEX 35 | multinacional | gran cuenta'
  },
  {
    meaning: 'size_middle',
    subject: 'company',
    event: 'size',
    polarity: 'for',
    tense: 'present',
    en: 'mid-market | midmarket | mid-size company | mid-sized firm | medium-sized business',
    de: 'Mittelständler | mittelständisches Unternehmen | gehobener Mittelstand | Mittelstand',
    fr: 'ETI | entreprise de taille intermédiaire | taille moyenne',
    es: 'mediana empresa | empresa mediana'
  },
  {
    meaning: 'size_small',
    subject: 'company',
    event: 'size',
    polarity: 'for',
    tense: 'present',
    en: 'SMB | SME | small business',
    de: 'KMU | Kleinbetrieb',
    fr: 'PME',
    es: 'pyme | pequeña empresa'
  },
  {
    meaning: 'size_solo',
    subject: 'company',
    event: 'size',
    polarity: 'against',
    tense: 'present',
    en: '=solo consultant | solopreneur business | =one man business | freelancer | freelance | sole trader | =self-employed | =one-man band | =one-person business | solopreneur | =one-man show | hobby project | =side project | private individual | =private person | consumer | personal use | private use | =single user | hobbyist | =works alone | =one man band',
    de: 'Einzelunternehmer | Freiberufler | selbstständig | Einmannbetrieb | Ein-Mann-Betrieb | Privatperson | Privatkunde | Hobby | private Nutzung | Kleinunternehmer | =arbeitet allein',
    fr: 'indépendant | auto-entrepreneur | travailleur indépendant | freelance | particulier | usage personnel | micro-entrepreneur | =travaille seul',
    es: 'autónomo | trabajador por cuenta propia | freelance | particular | uso personal | consumidor final | =trabaja solo'
  },
  {
    meaning: 'funding_late',
    subject: 'funding',
    event: 'raised',
    polarity: 'for',
    tense: 'past',
    en: '=series D | =series F | =series G | =series C | raised series C | raised series D | =series E | closed series C | late-stage funding | series D round',
    de: '=Serie C | =Serie D | Serie-C-Runde abgeschlossen',
    fr: 'série C | série D | levée de série C',
    es: 'serie C | serie D | ronda serie C'
  },
  {
    meaning: 'series_b',
    subject: 'funding',
    event: 'raised',
    polarity: 'for',
    tense: 'past',
    en: '=series B | raised series B | closed their series B | series B round',
    de: '=Serie B | Serie-B-Runde abgeschlossen',
    fr: 'série B | levée de série B',
    es: 'serie B | cerró la serie B'
  },
  {
    meaning: 'series_a',
    subject: 'funding',
    event: 'raised',
    polarity: 'for',
    tense: 'past',
    en: '=series A | raised series A | closed their series A | series A round',
    de: '=Serie A | Serie-A-Runde abgeschlossen',
    fr: 'série A | levée de série A',
    es: 'serie A | cerró la serie A'
  },
  {
    meaning: 'seed',
    subject: 'funding',
    event: 'raised',
    polarity: 'for',
    tense: 'past',
    en: 'seed round | pre-seed | seed funding | angel round | seed | closed a seed round',
    de: 'Seed-Runde | Seed-Finanzierung',
    fr: "amorçage | tour d'amorçage | levée d'amorçage",
    es: 'capital semilla | ronda semilla'
  },
  {
    meaning: 'funding',
    subject: 'funding',
    event: 'raised',
    polarity: 'for',
    tense: 'past',
    en: 'raised funding | raised 10 million | funding round closed | new investor on board | secured funding | raised money | raised series B | raised | =received investment | =received an investment | =new investment | =fresh investment | raised capital | new funding | funding announced | raises a new round | new capital | funding approved | backed by Sequoia | raised an A round | closed a funding round | well funded | funded | fresh funding | raising a round | series A raised | raised a seed round | raised series C | raised series A | raised series D | =grant was approved | =grant application was successful | =got their grant | =received a grant | =received an EU grant | =secured a grant',
    de: 'Finanzierungsrunde abgeschlossen | hat 10 Millionen eingesammelt | neuer Investor | frisches Kapital | Finanzierung erhalten | Finanzierung gesichert | Kapitalerhöhung | Investor steigt ein | Millionen erhalten | Finanzierungsrunde | =Förderantrag wurde bewilligt | =Förderung bewilligt',
    fr: 'levée de fonds | a levé 10 millions | nouvel investisseur | financement obtenu | tour de table bouclé | a levé des fonds | lève des fonds | lève 5 millions | financement validé | =subvention accordée | =obtenu une subvention',
    es: 'ronda de financiación cerrada | levantó 10 millones | nuevo inversor | financiación obtenida | consiguió financiación | captó 5 millones | ha levantado una ronda | cierra una ronda | financiación aprobada | ronda de financiación | =subvención concedida | =subvención aprobada'
  },
  {
    meaning: 'ipo',
    subject: 'company',
    event: 'goes public',
    polarity: 'for',
    tense: 'future',
    en: 'IPO | IPO planned | =going public | =went public | publicly listed | stock market listing | listed on the stock exchange',
    de: 'Börsengang | Börsengang geplant | =geht an die Börse | börsennotiert',
    fr: 'introduction en bourse | coté en bourse | cotée en bourse',
    es: 'salida a bolsa | cotiza en bolsa'
  },
  {
    meaning: 'private_equity',
    subject: 'company',
    event: 'owned',
    polarity: 'for',
    tense: 'present',
    en: 'private equity | PE-backed | PE-owned | private equity backed | backed by private equity | new private equity owner',
    de: 'Private Equity | von Private Equity übernommen',
    fr: 'private equity | fonds de private equity | =sous LBO',
    es: 'capital riesgo | private equity'
  },
  {
    meaning: 'profitable',
    subject: 'company',
    event: 'earns',
    polarity: 'for',
    tense: 'present',
    en: 'profitable | first profitable year | highly profitable | strong results | =good results',
    de: 'profitabel | Rekordgewinn | =gutes Ergebnis',
    fr: 'rentable | bons résultats',
    es: 'rentable | buenos resultados'
  },
  {
    meaning: 'revenue_growth',
    subject: 'revenue',
    event: 'grows',
    polarity: 'for',
    tense: 'present',
    en: 'revenue growth | revenue up 30% | record revenue | revenue doubled | sales growth | sales growing | growing revenue | sales up 40% | =order book full | =full order book | orders up | sales doubled | record sales',
    de: 'Umsatz steigt | Umsatzwachstum | Umsatz verdoppelt | volle Auftragsbücher | Umsatzsteigerung | Umsatzplus | Umsatzzuwachs',
    fr: "chiffre d'affaires en hausse | croissance du chiffre d'affaires | ventes en hausse | carnet de commandes plein | ventes record",
    es: 'facturación en aumento | crecimiento de ventas | ventas récord | cartera de pedidos llena | duplicó su facturación'
  },
  {
    meaning: 'revenue_loss',
    subject: 'revenue',
    event: 'falls',
    polarity: 'against',
    tense: 'present',
    en: 'no revenue growth | losses | revenue down | revenue falling | sales slump | losing money | posted a loss | profit warning | profits collapsed | loss making | unprofitable | revenue declining | lost a major customer | lost their biggest customer | profits down | sales down 20% | sales falling | results down | heavy losses | orders falling | revenue missed | lost key account | not profitable | shrinking revenue | burning cash | sales dropping | revenue dropped | lost a large order | lost a big customer | lost a major contract',
    de: 'Umsatz bricht ein | =Umsatzrückgang | macht Verluste | rote Zahlen | Gewinnwarnung | =Umsatzeinbruch | schreibt Verluste | Gewinn eingebrochen | Auftragseinbruch | wichtigsten Kunden verloren | unrentabel | Auftragslage schlecht | Umsatz stagniert | großen Auftrag verloren | größten Kunden verloren',
    fr: "chiffre d'affaires en baisse | en perte | ventes en chute | pertes importantes | avertissement sur résultats | a perdu son plus gros client | déficitaire | bénéfices en baisse | carnet de commandes vide | non rentable | a perdu une grosse commande",
    es: 'ventas en caída | caída de ingresos | pérdidas | en números rojos | facturación a la baja | perdió su mayor cliente | beneficios en caída | no es rentable | pedidos en descenso | bajan las ventas | perdió un pedido grande'
  },
  {
    meaning: 'hiring',
    subject: 'staff',
    event: 'wanted',
    polarity: 'for',
    tense: 'present',
    en: 'posted three jobs | posted jobs for developers | posted a job | hiring | hiring 20 engineers | recruiting | open positions | vacancies | job ads for developers | growing team | growing the team | headcount growth | open role for a data lead | hiring new staff | job opening | job posts | job posting | recruitment drive | hiring spree | hiring plan | opened five roles | team doubled | doubling the team | adding 50 people | staff growing | headcount doubled | new positions | new hires | looking for staff | hired 10 people | hired five sales reps | headcount up 20% | workforce expanding | careers page active | open roles',
    de: 'stellt Mitarbeiter ein | =stellt ein | sucht Mitarbeiter | offene Stellen | Stellenanzeigen | Team wächst | neue Stellen | stellt 20 Entwickler ein | Stellenausschreibung | Personalaufbau | Mitarbeiterzahl steigt | Stellenanzeige für einen Controller | Mitarbeiterzahl verdoppelt | rekrutiert | sucht Entwickler | sucht Personal | Team verdoppelt',
    fr: "recrute 20 commerciaux | recrutement en cours | recrute | embauche | embauches | offres d'emploi | postes ouverts | effectifs en hausse | cherche des développeurs | l'équipe s'agrandit | recrutements | équipe double | poste à pourvoir",
    es: 'contratando personal | busca personal | contrata 20 ingenieros | ofertas de empleo | vacantes abiertas | plantilla en aumento | está contratando | contrataciones | amplía plantilla | busca desarrolladores | reclutando | vacantes | equipo en crecimiento | contratando'
  },
  {
    meaning: 'hiring_freeze',
    subject: 'staff',
    event: 'not wanted',
    polarity: 'against',
    tense: 'present',
    en: 'hiring freeze | freeze on hiring | froze hiring | hiring is frozen | =stopped hiring | recruitment frozen | hiring stop | hiring paused | withdrew job offers | recruitment freeze | =recruitment stopped',
    de: 'Einstellungsstopp | =stellt nicht mehr ein | =keine Neueinstellungen | Einstellungen gestoppt',
    fr: 'gel des embauches | gel des recrutements | recrutement gelé | =ne recrute plus',
    es: 'contratación congelada | congelación de contrataciones | paralizó las contrataciones'
  },
  {
    meaning: 'layoffs',
    subject: 'staff',
    event: 'dismissed',
    polarity: 'against',
    tense: 'present',
    en: 'dismissed half the team | layoffs | laid off 300 employees | laying off staff | redundancies | job cuts | cutting jobs | downsizing | lay-offs | cut 20% of staff | mass layoffs | staff reduction | headcount reduction | workforce cut | shedding jobs | reducing headcount | =short-time work | =short time work | axing jobs | furlough | furloughed | let go half the team | employees leaving | headcount down | headcount falling | =laying off',
    de: 'Entlassungen | Stellenabbau | baut Personal ab | entlässt Mitarbeiter | baut 300 Stellen ab | Kurzarbeit | streicht Stellen | Personalabbau | Kündigungswelle | Massenentlassungen | Sozialplan | Mitarbeiter entlassen',
    fr: "licenciements | plan social | supprime 300 postes | suppressions de postes | réduit ses effectifs | plan de sauvegarde de l'emploi | PSE | chômage partiel | plan de départs volontaires | plan de licenciement",
    es: 'despidos | ERE | recorta plantilla | despide a 300 empleados | reducción de plantilla | ERTE | recorte de personal | despido colectivo | ajuste de plantilla | despidos masivos'
  },
  {
    meaning: 'expansion',
    subject: 'company',
    event: 'grows',
    polarity: 'for',
    tense: 'present',
    en: 'expanding | expansion into Spain | entering a new market | expanding to the US | growing fast | growing company | new market | company is growing | expanding the business | international expansion | fast growing | growing | rapid growth | business is growing | scaling up | expanding abroad | strong growth | hypergrowth | expanding in Europe | fastest growing | =expanding the warehouse | entering the German market | company doubled in size | capacity expansion | adding a second shift | growing rapidly',
    de: 'expandiert | expandiert nach Frankreich | Expansion geplant | Unternehmen wächst | wächst stark | neuer Markt | Markteintritt in Polen | baut aus | Internationalisierung | starkes Wachstum | erweitert Produktion',
    fr: "en pleine croissance | expansion à l'international | se développe en Espagne | forte croissance | nouveau marché | entreprise en croissance | s'étend en Europe | croissance rapide",
    es: 'en expansión | expansión internacional | entra en un nuevo mercado | empresa en crecimiento | creciendo rápidamente | nuevo mercado | crece rápido | fuerte crecimiento | se expande a México'
  },
  {
    meaning: 'new_office',
    subject: 'office',
    event: 'opened',
    polarity: 'for',
    tense: 'present',
    en: 'new office | opening an office in Berlin | opened a new office | new warehouse | opened a store | opens a plant | new location | new site | office expansion | moving to a bigger office | opening a second location | new headquarters | new factory | opened a subsidiary | =second site | relocating to a larger office | new branch | moving into a new office | =bigger office | =larger office | =bigger premises | =larger premises | =new premises',
    de: 'eröffnet Niederlassung | neuer Standort | neues Büro in Wien | neues Lager | zweiter Standort | zieht in grösseres Büro | baut neues Werk | neue Filiale | =größeres Büro | =größere Räume | =neue Räumlichkeiten',
    fr: "ouvre un bureau à Lyon | nouvelle agence | nouvelle usine | ouverture d'un magasin | nouveau siège | déménage dans des locaux plus grands | nouvel entrepôt | deuxième site | =nouveaux locaux | =plus grands locaux | =locaux plus grands",
    es: 'abre una oficina en Madrid | nueva sede | apertura de una tienda | nueva fábrica | nuevo almacén | se traslada a una oficina más grande | nueva sucursal | =oficina más grande | =nuevas instalaciones'
  },
  {
    meaning: 'launch',
    subject: 'product',
    event: 'launched',
    polarity: 'for',
    tense: 'present',
    en: 'launching a new product | product launch | launched an app | new product | new platform | launches new line | launch | launched in Germany | product release | releasing a new product | brand relaunch | launched a new service | new product line | new website launched | rebranding | launch planned',
    de: 'bringt neues Produkt auf den Markt | Produkteinführung | neues Produkt | neue Plattform | Produktstart | lanciert Produkt',
    fr: 'lance un nouveau produit | nouveau produit | lancement de produit | nouvelle plateforme | nouvelle gamme',
    es: 'lanza un nuevo producto | nuevo producto | lanzamiento de producto | nueva plataforma | nueva gama'
  },
  {
    meaning: 'acquisition',
    subject: 'company',
    event: 'bought',
    polarity: 'for',
    tense: 'past',
    en: 'acquired by Hooli | acquisition | acquired a competitor | acquires Globex | merger | merging with Initech | takeover | bought a company | acquiring | merged | post-merger integration | bought by Hooli | acquired | acquisition of a competitor | merging | =new owner | under new ownership | =spin-off',
    de: 'übernommen von Hooli | Übernahme | Fusion | fusioniert | kauft Unternehmen | hat einen Wettbewerber übernommen | Zukauf | Firmenübernahme | neuer Eigentümer | Zusammenschluss',
    fr: 'racheté par Hooli | rachat | fusion | acquisition | rachète une société | acquiert un concurrent | a racheté un concurrent | acquiert | fusionne',
    es: 'adquirida por Hooli | adquisición | fusión | compra una empresa | adquiere | ha adquirido un competidor | adquirió | =se fusiona | absorbe'
  },
  {
    meaning: 'award',
    subject: 'company',
    event: 'won',
    polarity: 'for',
    tense: 'past',
    en: 'won a big contract | won a major order | won an award | won a new client | landed a large contract | won a major contract | won a tender | secured a large order | signed a major customer | big new customer won | large order received | landed a big contract with | big contract won | landed a big deal | secured a big contract | landed a big client',
    de: 'Grossauftrag gewonnen | Preis gewonnen | Grossauftrag | neuen Grosskunden gewonnen | Grosskunde gewonnen',
    fr: 'a remporté un gros contrat | a remporté un prix | a décroché un gros contrat | gros contrat remporté | a gagné un marché',
    es: 'ganó un gran contrato | ganó un premio | consiguió un gran pedido | ha ganado un gran contrato | ganó un concurso'
  },
  {
    meaning: 'insolvent',
    subject: 'company',
    event: 'insolvent',
    polarity: 'against',
    tense: 'present',
    en: 'liquidated | no longer in business | no longer trading | not in business any more | in insolvency proceedings | insolvent | insolvency | filed for bankruptcy | bankrupt | bankruptcy | =in administration | entered administration | liquidation | receivership | chapter 11 | chapter 7 | ceased trading | =out of business | winding up | company dissolved | ceased operations | company closed | =shut down | =shutting down | company in liquidation | creditors | defaulted | business closed | =closing the company | company closing down | firm closed down | =went bust | gone bust | company no longer exists | =struck off | =went under',
    de: 'Insolvenzantrag | Insolvenz beantragt | Pleite | zahlungsunfähig | insolvent | Insolvenz | Insolvenz angemeldet | Konkurs | pleite | in Liquidation | Liquidation | Geschäftsaufgabe | Betrieb eingestellt | Firma geschlossen | Firma existiert nicht mehr | Gläubiger | Insolvenzverfahren | Firma aufgelöst | stellt Betrieb ein | Geschäft aufgegeben',
    fr: 'redressement | a mis la clé sous la porte | en faillite | faillite | dépôt de bilan | liquidation judiciaire | redressement judiciaire | a déposé le bilan | cessation d’activité | société fermée | société dissoute | insolvable | liquidation | société en liquidation | a fermé ses portes | procédure de sauvegarde',
    es: 'quebró | la empresa quebró | en concurso de acreedores | concurso de acreedores | quiebra | en quiebra | insolvente | liquidación | empresa cerrada | cesó su actividad | bancarrota | cese de actividad | suspensión de pagos | empresa en liquidación | empresa disuelta | cerró la empresa'
  },
  {
    meaning: 'shrinking',
    subject: 'company',
    event: 'cuts back',
    polarity: 'against',
    tense: 'present',
    en: 'closing offices | closed its Leeds office | plant closure | restructuring | closing stores | cutting costs | leaving the market | exiting the market | market shrinking | cost cutting programme | selling the company | selling off the division | =scaling back | cutting back | downturn | austerity | reducing investments | cost reduction programme | closing a plant | site closure | product recall | cost savings drive | hit by crisis | under pressure from investors | market exit | closing a factory | division sold',
    de: 'schliesst Standort | schliesst Filialen | Werksschliessung | Sparkurs | Sparprogramm | Restrukturierung | zieht sich aus dem Markt zurück | Kosten senken | kürzt Investitionen | Standortschliessung | Werk geschlossen | =in der Krise',
    fr: "ferme son bureau | fermeture d'usine | restructuration | plan d'économies | réduit ses coûts | quitte le marché | ferme des magasins | réduit ses investissements | fermeture de site | =en crise | vend son activité",
    es: 'cierra oficinas | cierre de fábrica | reestructuración | recorte de costes | abandona el mercado | cierra tiendas | reduce inversiones | plan de ahorro | cierre de planta | =en crisis | recortes'
  },
  {
    meaning: 'legal_trouble',
    subject: 'company',
    event: 'sued',
    polarity: 'against',
    tense: 'present',
    en: 'being sued | lawsuit | =under investigation | fined | fraud investigation | legal dispute | data breach | scandal | sanctioned | on a sanctions list | embargo | court case | threatened legal action | legal action | sued | blacklisted',
    de: 'verklagt | Klage | Rechtsstreit | Ermittlungen | Sanktionsliste | Betrugsverdacht | Datenpanne | Skandal | droht mit Anwalt',
    fr: 'procès | poursuites | litige | enquête pour fraude | =sous sanctions | scandale | poursuivi en justice | mise en demeure',
    es: 'demanda judicial | investigado por fraude | litigio | sancionado | pleito | escándalo | denuncia'
  },

  // engagement
  {
    meaning: 'event',
    subject: 'event',
    event: 'attended',
    polarity: 'for',
    tense: 'past',
    en: 'attended webinar | webinar | event | conference | visited our booth | signed up for the webinar | met at a trade show | trade show | workshop | meetup | attended | watched the webinar | asked a question at the webinar | asked questions during the webinar | webinar booked | stopped by our stand | booth | interested at the trade fair | replied to the webinar invitation | viewed the webinar recording | spoke at our event | fair contact | met at our booth',
    de: 'am Webinar teilgenommen | Webinar | Messestand besucht | zum Webinar angemeldet | Messekontakt | Messegespräch | auf der Messe getroffen | Interesse auf der Messe | auf der Messe kennengelernt',
    fr: 'a assisté au webinaire | webinaire | a visité notre stand | inscrit au webinaire | rencontré au salon | salon',
    es: 'asistió al webinar | webinar | visitó nuestro stand | inscrito en el webinar | conocimos en la feria | feria'
  },
  {
    meaning: 'download',
    subject: 'paper',
    event: 'downloaded',
    polarity: 'for',
    tense: 'past',
    en: 'downloaded whitepaper | downloaded | whitepaper | ebook | case study | read the case study | downloaded the guide | white paper | signed up for the newsletter | newsletter sign-up | read our blog | watched the video | watched a product video | brochure viewed | used the ROI calculator | newsletter subscriber',
    de: 'Whitepaper heruntergeladen | Newsletter abonniert | Fallstudie gelesen | heruntergeladen | Leitfaden heruntergeladen | für den Newsletter angemeldet | Video angesehen',
    fr: 'livre blanc téléchargé | a téléchargé le guide | inscrit à la newsletter | a lu l’étude de cas | a téléchargé la brochure | téléchargement | a regardé la vidéo',
    es: 'descargó dos guías | descargó el whitepaper | descargó la guía | se suscribió al boletín | leyó el caso de éxito | descargó el folleto | descarga | vio el vídeo'
  },
  {
    meaning: 'visit',
    subject: 'site',
    event: 'visited',
    polarity: 'for',
    tense: 'past',
    en: 'visited the website | clicked the link | viewed the product page | website visit | returned to the site | clicked | visited | clicked in the email | visited our product page | viewed the product | spent 10 minutes on the site | repeat visits | multiple visits | site visits up | viewed the demo video | page views',
    de: 'Website besucht | auf den Link geklickt | Produktseite angesehen | Link in der E-Mail geklickt | mehrere Besuche | Besuch auf der Website',
    fr: 'a visité le site | a cliqué sur le lien | a consulté la page produit | a cliqué dans l’e-mail | plusieurs visites | visite du site',
    es: 'visitó la web | hizo clic en el enlace | vio la página de producto | hizo clic en el correo | varias visitas | visita a la web'
  },
  {
    meaning: 'open',
    subject: 'mail',
    event: 'opened',
    polarity: 'for',
    tense: 'past',
    en: 'opened email | opened the email three times | follows us on LinkedIn | follows us | liked our post | opened | email opened | read our message | follower | likes our posts | commented on our post | shared our post | viewed our LinkedIn profile | forwarded the email | email forwarded internally | forwarded our email | commented on LinkedIn | engaged with our posts | read the newsletter',
    de: 'E-Mail geöffnet | E-Mail mehrfach geöffnet | folgt uns auf LinkedIn | Beitrag geliked | Beitrag kommentiert | E-Mail weitergeleitet | hat Nachricht gelesen',
    fr: 'e-mail ouvert | a ouvert l’e-mail trois fois | nous suit sur LinkedIn | a aimé notre publication | a commenté notre publication | a transféré l’e-mail',
    es: 'abrió el correo | abrió el correo tres veces | nos sigue en LinkedIn | le gustó nuestra publicación | comentó nuestra publicación | reenvió el correo'
  },
  {
    meaning: 'complaint',
    subject: 'contact',
    event: 'complained',
    polarity: 'against',
    tense: 'past',
    en: 'marked our email as junk | =marked as junk | awful | negative | concerned | terrible demo | weak demo | weak proposal | slow product | buggy product | product is clunky | price objection raised | objections to the contract | concerned about the contract | CEO sceptical and opposed | vague reply | rude reply | not great | bad trial | trial disappointing | pilot disappointing | quote disappointing | project opposed | decision maker opposed | unsure about the project | negative about us | negative feedback from the manager | head of IT opposed | manager opposed | doubts about switching | doubts about the migration | =complained about us | complaint | angry | annoyed | annoyed by our calls | bad review | left a bad review | left a negative review | negative feedback | bad experience | bad experience with us | detractor | NPS detractor | poor experience in the past | lost trust | lost trust in us | does not trust us | hostile | rude | upset | unhappy with our product | unhappy with us | unhappy with our service | frustrated with us | frustrated with our product | disappointed | disappointed with us | bad feedback | negative response | negative reply | replied negatively | negative feedback on the demo | =gave us one star | unhappy with support | escalation | escalated | open support tickets | furious | negative reaction | irritated | replied angrily | complained about our service | marked as spam | marked our email as spam | reported us as spam | dissatisfied with our service | problems with our product | had issues with our product | unhappy | dissatisfied | reported a bug and is upset | dodges the pricing question | testers unhappy | trial users unhappy | testers complained | trial users gave bad feedback',
    de: '=beschwert sich über uns | Beschwerde | verärgert | genervt von unseren Anrufen | schlechte Bewertung | negative Rückmeldung | schlechte Erfahrung | schlechte Erfahrungen mit uns | unzufrieden mit unserem Produkt | unfreundlich | enttäuscht | sauer | Reklamation | negatives Feedback | schlechte Erfahrung gemacht | Vertrauen verloren | unzufrieden mit uns | unzufrieden mit unserer Software | unzufrieden mit dem Support | als Spam markiert | feindselig | negative Antwort | wütend | unzufrieden | Tester unzufrieden',
    fr: '=se plaint de nous | réclamation | agacé | agacé par nos appels | mauvais avis | retour négatif | mauvaise expérience | mécontent de notre produit | désagréable | déçu | =en colère | plainte | avis négatif | a perdu confiance | mécontent | mécontent de notre service | signalé comme spam | marqué comme spam | furieux | hostile | insatisfait de notre service | énervé | très mécontent | testeurs mécontents',
    es: 'se quejó de nosotros | queja | reclamación | molesto | mala reseña | comentarios negativos | mala experiencia | descontento con nuestro producto | enfadado | decepcionado | antipático | opinión negativa | perdió la confianza | marcado como spam | descontento | descontento con nuestro servicio | hostil | insatisfecho con nuestro servicio | furioso | muy molesto | usuarios de prueba descontentos'
  },
  {
    meaning: 'referral',
    subject: 'contact',
    event: 'recommended',
    polarity: 'for',
    tense: 'past',
    en: 'great recommendation | referral | referred by a customer | warm intro | recommended by a partner | introduced | introduction from the CEO | introduced by an existing customer | referral from a partner | =comes through a partner | partner introduction | board member introduced us | referred by a past customer',
    de: 'Empfehlung | auf Empfehlung eines Kunden | von einem Partner empfohlen | Empfehlung vom Geschäftsführer | Empfehlung eines Bestandskunden',
    fr: "recommandé par un client | mise en relation | recommandation d'un partenaire | recommandé par notre client actuel | recommandation",
    es: 'recomendado por un cliente | referido por un socio | de parte de un cliente | recomendación | recomendado por un cliente actual'
  },
  {
    meaning: 'customer',
    subject: 'customer',
    event: 'bought before',
    polarity: 'for',
    tense: 'present',
    en: '=happy with us | =satisfied with us | =satisfied customer | existing customer | past customer | former customer | returning customer | upsell | existing client | wants to add seats | used us at previous company | used our product at their previous company | cross-sell | upsell opportunity | =happy customer | asked to add users | =adding more seats | adding licences | =more licences | =more licenses | =renewed the contract with us | =renewed with us | =customer renewed | existing customer interested | extended the contract with us | knows us from a previous job | =worked with us before | existing customer wants a demo | =upgraded their plan | wants to upgrade | used our product at their last job | used our product at her last company',
    de: 'Bestandskunde | ehemaliger Kunde | möchte Lizenzen erweitern | =weitere Lizenzen | kennt uns von früher | =mit uns verlängert | =zufriedener Kunde | Zusatzlizenzen',
    fr: 'client existant | ancien client | souhaite ajouter des licences | demande des licences supplémentaires | =nous connaît déjà | =a renouvelé avec nous | =client satisfait | =nous connaît bien',
    es: 'cliente actual | antiguo cliente | quiere añadir licencias | =más licencias | ya nos conoce | renovó con nosotros | =cliente satisfecho | =cliente contento | =nos conoce'
  },

  // what is not a lead at all
  {
    meaning: 'unblocked',
    subject: 'obstacle',
    event: 'gone',
    polarity: 'for',
    tense: 'past',
    en: "=objections cleared | =all objections cleared | no more objections | no more concerns | no doubts left | no blockers left | concerns resolved | worries are gone | resistance overcome | freeze is over | freeze lifted | hiring freeze ended | hiring freeze is over | spending freeze lifted | budget freeze is over | purchasing freeze lifted | delay resolved | postponement is over | blocker left | blocker is gone | blocker retired | sceptic left | nobody objected | nobody opposed it | =nothing stands in the way | =nothing in the way | =un-paused | =unpaused | =no longer on hold | =off hold | =withdrew the cancellation | =took back the cancellation | =reversed the decision | =changed her mind and wants | =changed his mind and wants | =changed their mind and want | =is convinced now | =now convinced | =is now convinced | =no longer sceptical | =no longer skeptical | =no longer against | =no longer opposed | =came round | =came around | =warmed up to | =won over | =back on the table | =back on track | =back on the agenda | =back on | =was on the fence but | =price is not an issue | =price is no issue | =price is not a problem | =price isnt an issue | =price isnt a problem | =price is fine | =cost is not an issue | =cost is not a concern | =money is not an issue | =money is no object | blocker left the company | sceptic has left the company | opponent left | opponent left the company | opponent is gone | opponent retired | project pause has ended | project freeze is over | =who always said no has left | =who always said no has retired | =who always said no is gone | =not locked in | =not tied to | =free to switch | =not under contract | =not bound by | =we are cheaper | =we're cheaper | =cheaper than expected | =no issues came up | =no issues found | =no problems found | =price works for | =price works | =reactivated the project | =restarted the project | =resumed the project | =was against it but | =cannot go on with | =can't go on with | =withdrew the objection | =withdrew the objections | =withdrew the termination | =withdrew the notice | =withdrew the refusal | =withdrew the demand | =withdrew their cancellation | =withdrew their objection | =withdrew their objections | =withdrew their termination | =withdrew their notice | =withdrew their refusal | =withdrew their demand | =withdrew his cancellation | =withdrew his objection | =withdrew his objections | =withdrew his termination | =withdrew his notice | =withdrew his refusal | =withdrew his demand | =withdrew her cancellation | =withdrew her objection | =withdrew her objections | =withdrew her termination | =withdrew her notice | =withdrew her refusal | =withdrew her demand | =withdrew its cancellation | =withdrew its objection | =withdrew its objections | =withdrew its termination | =withdrew its notice | =withdrew its refusal | =withdrew its demand | =took back the objection | =took back the objections | =took back the termination | =took back the notice | =took back the refusal | =took back the demand | =took back their cancellation | =took back their objection | =took back their objections | =took back their termination | =took back their notice | =took back their refusal | =took back their demand | =took back his cancellation | =took back his objection | =took back his objections | =took back his termination | =took back his notice | =took back his refusal | =took back his demand | =took back her cancellation | =took back her objection | =took back her objections | =took back her termination | =took back her notice | =took back her refusal | =took back her demand | =took back its cancellation | =took back its objection | =took back its objections | =took back its termination | =took back its notice | =took back its refusal | =took back its demand | =reversed the cancellation | =reversed the objection | =reversed the objections | =reversed the termination | =reversed the notice | =reversed the refusal | =reversed the demand | =reversed their cancellation | =reversed their objection | =reversed their objections | =reversed their termination | =reversed their notice | =reversed their refusal | =reversed their demand | =reversed his cancellation | =reversed his objection | =reversed his objections | =reversed his termination | =reversed his notice | =reversed his refusal | =reversed his demand | =reversed her cancellation | =reversed her objection | =reversed her objections | =reversed her termination | =reversed her notice | =reversed her refusal | =reversed her demand | =reversed its cancellation | =reversed its objection | =reversed its objections | =reversed its termination | =reversed its notice | =reversed its refusal | =reversed its demand | =dropped the cancellation | =dropped the objection | =dropped the objections | =dropped the termination | =dropped the notice | =dropped the refusal | =dropped the demand | =dropped their cancellation | =dropped their objection | =dropped their objections | =dropped their termination | =dropped their notice | =dropped their refusal | =dropped their demand | =dropped his cancellation | =dropped his objection | =dropped his objections | =dropped his termination | =dropped his notice | =dropped his refusal | =dropped his demand | =dropped her cancellation | =dropped her objection | =dropped her objections | =dropped her termination | =dropped her notice | =dropped her refusal | =dropped her demand | =dropped its cancellation | =dropped its objection | =dropped its objections | =dropped its termination | =dropped its notice | =dropped its refusal | =dropped its demand | =waived the cancellation | =waived the objection | =waived the objections | =waived the termination | =waived the notice | =waived the refusal | =waived the demand | =waived their cancellation | =waived their objection | =waived their objections | =waived their termination | =waived their notice | =waived their refusal | =waived their demand | =waived his cancellation | =waived his objection | =waived his objections | =waived his termination | =waived his notice | =waived his refusal | =waived his demand | =waived her cancellation | =waived her objection | =waived her objections | =waived her termination | =waived her notice | =waived her refusal | =waived her demand | =waived its cancellation | =waived its objection | =waived its objections | =waived its termination | =waived its notice | =waived its refusal | =waived its demand | =not leaving after all | =isn't leaving after all | =aren't leaving after all | =is staying after all | =are staying after all | =decided to stay | =decided against leaving | =not going to leave | =won't leave after all | =no longer leaving | =churn risk averted | =churn averted | =objection handled | =objections handled | =objection dealt with | =price is no longer an issue | =price is no longer a problem | =cost is no longer an issue | =budget is no longer an issue | =isn't a deal breaker | =not a deal breaker | =no deal breaker | =no showstoppers | =no showstopper | =no blockers | =no red flags | =no hurdles left | =hurdle removed | =last hurdle removed | =all hurdles removed | =way is clear | =nothing holding it up | =nothing holds it up | =insolvency proceedings were called off | =layoffs were called off | =layoffs are off the table | =freeze doesn't apply to | =freeze does not apply to | =freeze doesn't affect | =not affected by the freeze | =not affected by the cuts | =not affected by the layoffs | =cuts don't affect | =cuts don't concern | =ruled out the in-house option | =scrapped the in-house | =gave up building it themselves | =scrapped the idea of building it | =came out of administration | =out of the woods | =broke the silence | =after a long silence | =after months of silence | =returned my voicemail | =returned my call | =responded to my voicemail | =never wants that again | =needs no further approval | =needs no approval | =no approval needed | =no tender needed | =no tender required | sceptic has moved on | critic has moved on | opponent has moved on | sceptic convinced | sceptic came round | critic is gone | sceptic is gone",
    de: 'Einwände ausgeräumt | Bedenken ausgeräumt | keine Bedenken mehr | keine Vorbehalte | keine Einwände mehr | Zweifel beseitigt | Einstellungsstopp ist vorbei | Einstellungsstopp aufgehoben | Budgetsperre aufgehoben | Ausgabensperre aufgehoben | Ausgabenstopp aufgehoben | Investitionsstopp aufgehoben | Haushaltssperre aufgehoben | Verzögerung ist vorbei | Gegner ist weg | Gegner hat gekündigt | Bremser ist weg | =nicht mehr skeptisch | =nicht mehr dagegen | =Absage zurückgenommen | =Absage zurückgezogen | =Kündigung zurückgezogen | =Kündigung zurückgenommen | =wieder aufgenommen | =wieder auf dem Tisch | =Preis ist kein Problem | =Preis ist für sie kein Problem | =Preis spielt keine Rolle',
    fr: "objections levées | plus d'objections | plus aucune objection | plus de doutes | doutes levés | freins levés | réserves levées | gel des embauches levé | gel du budget levé | gel levé | celui qui bloquait est parti | opposant parti | =n'est plus sceptique | =n'est plus opposé | =n'est plus contre | =est revenu sur son refus | =le prix ne pose pas de problème | =le prix n'est pas un problème | =projet relancé | =projet redémarre | =projet est relancé",
    es: 'objeciones resueltas | dudas resueltas | ya no hay dudas | sin objeciones | ya no pone pegas | congelación levantada | levantaron la congelación | el que bloqueaba se fue | opositor se fue | =ya no es escéptico | =ya no es escéptica | =ya no se opone | =ya no está en contra | =el precio no es problema | =el precio no es un problema | =se reactiva | =proyecto se reactiva | =proyecto reactivado'
  },
  {
    meaning: 'contact_back',
    subject: 'contact',
    event: 'came back',
    polarity: 'for',
    tense: 'past',
    en: '=back from maternity leave | =back from parental leave | =back from sick leave | =back from leave | =returned from maternity leave | =returned from parental leave | =returned from sick leave | =returned from leave | =back at work',
    de: '=aus der Elternzeit zurück | =zurück aus der Elternzeit | =wieder gesund | =wieder im Dienst',
    fr: '=de retour de congé maternité | =de retour de congé parental | =de retour de congé | =de retour au travail',
    es: '=volvió de la baja | =de vuelta de la baja | =se reincorporó'
  },
  {
    meaning: 'has_need',
    subject: 'solution',
    event: 'not built in-house',
    polarity: 'for',
    tense: 'present',
    en: "=decided against building | =gave up building | =gave up on building | =given up on building | =stopped building | =has stopped building | =won't build | =will not build | =does not want to build | =doesn't want to build | =no longer want to build | =no longer wants to build | =rather buy than build | =buy rather than build | =in-house project failed | =in-house build failed | =own build failed | =outgrew their | =outgrown their",
    de: '=will nicht mehr selbst entwickeln | =will nicht selbst entwickeln | =Eigenentwicklung gescheitert | =Eigenentwicklung eingestellt | =Eigenentwicklung aufgegeben | =Excel reicht nicht mehr | =Excel reicht nicht',
    fr: '=renonce à développer | =a renoncé à développer | =ne veut plus développer | =le développement interne a échoué | =Excel ne suffit plus',
    es: '=renunció a desarrollar | =ya no quiere desarrollar | =el desarrollo interno fracasó | =el Excel se les queda corto | =Excel se queda corto'
  },
  {
    meaning: 'dissatisfied',
    subject: 'supplier',
    event: 'given up',
    polarity: 'for',
    tense: 'past',
    en: 'competitor failed | competitor rejected | competitor failed the test | competitor pilot failed | competitor did not show up | competitor meeting cancelled | competitor project stopped | stopped talking to a competitor | other vendor missed the deadline | current supplier cannot deliver | stopped using Salesforce | gave notice to their current provider | gave notice to their supplier | contract with Salesforce was terminated | cancelled their contract with Salesforce | decided not to renew with Salesforce | did not renew with Salesforce | will not renew with Salesforce | not renewing with current supplier | decided not to renew with current vendor | will not renew with a competitor | current vendor went out of business | current vendor is insolvent | current supplier doubled its fees | lost data with the old system  | dropped the other vendor | dropped a competitor | competitor was dropped | competitor thrown out | competitor ruled out | =competitor is out | =no longer with our competitor | =no longer working with our competitor | trouble with Salesforce | pain with current supplier | complained about slow processes | complained about manual work | complained about double data entry | struggles with reporting | upset about manual work',
    de: 'alten Anbieter gekündigt | hat dem bisherigen Anbieter gekündigt | Anbieter stellt den Dienst ein | hat beim Wettbewerb gekündigt | =Wettbewerber ist raus | Mitbewerber aussortiert | =nicht mehr beim Wettbewerber | klagt über Handarbeit | klagt über manuelle Arbeit',
    fr: "a résilié son contrat avec son fournisseur | a résilié son contrat avec l'ancien fournisseur | a quitté son prestataire | son fournisseur arrête le produit | le concurrent a été écarté | se plaint du travail manuel",
    es: 'rescindió el contrato con el proveedor | rescindió el contrato con el proveedor anterior | dejó a su proveedor | su proveedor deja el producto | deja a un competidor | descartaron al otro proveedor | se queja del trabajo manual'
  },
  {
    meaning: 'urgent',
    subject: 'timing',
    event: 'eager to start',
    polarity: 'for',
    tense: 'present',
    en: "=can't wait | =cannot wait | =don't want to wait | =doesn't want to wait | =do not want to wait | =does not want to wait | =can't live without | =cannot live without | =can't imagine working without | =cannot imagine working without | =doesn't want to lose | =does not want to lose | =don't want to lose | =sooner the better | =needs it yesterday | =before someone else | =pushing us to move faster | =wants to move fast",
    de: '=kann es kaum erwarten | =will nicht warten | =will nicht länger warten | =so schnell wie möglich | =lieber heute als morgen | =unter Zeitdruck',
    fr: '=ne veut pas attendre | =ne veut plus attendre | =ne peut plus attendre | =a hâte de | =au plus vite | =dès que possible',
    es: '=no quiere esperar | =no puede esperar | =cuanto antes | =lo antes posible | =tiene prisa'
  },
  {
    meaning: 'interested',
    subject: 'interest',
    event: 'came back',
    polarity: 'for',
    tense: 'present',
    en: '=back asking | =is back and | =are back and | =back and wants | =back and asking | =now back | =wants to come back | =want to come back | =come back to us | =changed their mind and now | =still interested | =interested again | =showing interest again | =remains interested | =remains keen | =re-engaged | =reengaged | =never been this engaged | =never seen a prospect this | =loved what he heard | =loved what she heard | =loved what they heard | =loved it | =liked what they saw | =loved what they saw | =blown away | =best demo | =best of the | =thrilled with | =delighted with',
    de: '=wieder interessiert | =immer noch interessiert | =weiterhin interessiert | =wieder da und | =zeigt wieder Interesse | =ganz begeistert | =begeistert von',
    fr: '=à nouveau intéressé | =de nouveau intéressé | =toujours intéressé | =toujours intéressée | =est revenu vers nous | =revient vers nous | =très enthousiaste | =ravi de | =ravis de',
    es: '=otra vez interesado | =de nuevo interesado | =sigue interesado | =sigue interesada | =siguen interesados | =volvió a contactarnos | =muy entusiasmado | =encantado con | =encantados con | =encantada con'
  },
  {
    meaning: 'competitor',
    subject: 'competitor',
    event: 'in use',
    polarity: 'against',
    tense: 'past',
    en: 'extended their deal with Salesforce | signed up with Salesforce | happy customer of Salesforce | signed a three-year deal with Salesforce | signed a deal with Salesforce | just signed with Salesforce | renewed with Salesforce | contract extended with Salesforce | stayed with Salesforce | staying with Salesforce | sticking with Salesforce | stuck with Salesforce | ordered from Salesforce | bought from Salesforce | gave the order to Salesforce | awarded to Salesforce | RFP written for a competitor | tender went to a competitor',
    de: 'bei Salesforce unterschrieben | bei Salesforce gekauft | bleibt bei Salesforce | bei einem anderen gekauft | woanders gekauft',
    fr: 'a signé avec Salesforce | a signé chez Salesforce | a renouvelé avec Salesforce | a acheté chez Salesforce | reste chez Salesforce | a renouvelé chez son fournisseur',
    es: 'firmó con Salesforce | renovó con Salesforce | compró a Salesforce | sigue con Salesforce | se queda con Salesforce'
  },
  {
    meaning: 'do_not_contact',
    subject: 'contact',
    event: 'refuses contact',
    polarity: 'against',
    tense: 'present',
    en: '=do not contact | =dont contact | =never contact | =no further contact | =no contact please | =asked not to be contacted | =asked us not to call | =not to be contacted | =do not write | =do not call us | =no further emails | =no further calls | asked for their data to be erased | data erasure request | data deletion request | does not want to hear from us | =dont call | =dont email | =never call | =no more emails | =no more calls | =take us off your list | =stop emailing us | =do not call | =do not email | DNC | unsubscribe | unsubscribed | unsubscribed from the newsletter | =opted out | =opt out | stop contacting | stop emailing | =stop calling | =remove me | asked to be removed | asked to be taken off the list | =asked us to stop | =told us to stop calling | =take me off your list | asked not to be contacted | please do not write | delete my data | asked to delete their data | withdrew consent | revoked consent | =told us to go away | GDPR deletion request | =not to contact | =not to reach out | =not to be called | =leave them alone | =leave him alone | =leave her alone | =to be left alone | =stop reaching out | =no further messages | =wants no contact | =lose their number | =lose my number | =lose our number | =stop sending | =stop emailing | =stop writing | =stop contacting | =stop messaging | =stop e-mailing | =no more e-mails',
    de: '=wünscht keinen Kontakt | =möchte keinen Kontakt | =kein Kontakt gewünscht | =nicht kontaktieren | =nicht anrufen | =keine Anrufe | =vom Newsletter abgemeldet | Newsletter abbestellt | vom Verteiler abgemeldet | Datenlöschung verlangt | Daten löschen | will nichts mehr von uns hören | nicht mehr kontaktieren | keine Anrufe mehr | vom Newsletter abgemeldet | Kontaktverbot | Widerspruch gegen Werbung | will nicht mehr angerufen werden | möchte nicht mehr kontaktiert werden | keine weiteren E-Mails | Löschung der Daten verlangt | Einwilligung widerrufen | Werbesperre | bitte nicht mehr anrufen | keine Kontaktaufnahme | nicht mehr anrufen | keine Werbung | =in Ruhe lassen | =in Ruhe gelassen werden | =nicht mehr anschreiben | =nicht mehr zu kontaktieren | =nicht mehr anzurufen | =nicht mehr angeschrieben werden | =keine Mails mehr | =keine E-Mails mehr',
    fr: "=ne pas contacter | =ne plus contacter | =ne souhaite plus être contacté | =ne pas appeler | effacement de ses données | ne veut plus entendre parler de nous | ne plus contacter | s'est désabonné | désabonné | désinscrit | ne plus appeler | opposition au démarchage | ne souhaite plus être contacté | ne veut plus être contacté | demande à ne plus être contacté | retirer de la liste | suppression de ses données | désinscription | s'est désinscrit | liste rouge | retrait du consentement | ne plus nous contacter | stop démarchage | ne pas contacter | =ne plus l'appeler | =ne plus le contacter | =ne plus la contacter | =ne plus les contacter | =ne plus être appelé | =ne plus être sollicité | =ne plus écrire | =ne plus recevoir",
    es: '=no contactar | =no desea ser contactado | =no llamar | desuscrito | no quiere saber nada de nosotros | no contactar | no volver a llamar | se dio de baja del boletín | =baja del boletín | lista Robinson | no quiere que le llamemos | no quiere que le contactemos | no desea ser contactado | pide que no le llamemos | no llamar más | =no quiere más correos | pide borrar sus datos | eliminar de la lista | no volver a contactar | no quiere recibir correos | retiró su consentimiento | se dio de baja de la newsletter | =no más llamadas | =no le llamemos más | =no la llamemos más | =no les llamemos más | =que no le contactemos | =que no le escribamos | =que dejemos de llamar | =dejar de llamar | =no más correos | =no recibir más'
  },
  {
    meaning: 'not_genuine',
    subject: 'lead',
    event: 'not genuine',
    polarity: 'against',
    tense: 'present',
    en: 'spam | spam submission | fake submission | fake name | fake details | test entry | test submission | bot | bot traffic | gibberish | wants to sell us something | trying to sell us services | sales pitch to us | looking for freebies | vendor pitching | recruiter | bogus | prank | agency pitching its services | press enquiry | job applicant | investor asking | supplier enquiry | tried to sell to us | phishing | scam | fraudulent | fraud | fictitious company | =as a joke | =for a joke | =for fun | =hoax | =giveaway | =only wanted the | =only for the prize | =only came for the',
    de: 'Spam | Fake-Anfrage | Testeintrag | Bot | will uns etwas verkaufen | Scherzanfrage | unseriös | Fake | falsche Angaben | Werbeanfrage | unseriöse Anfrage | Betrug | Personalvermittler',
    fr: 'spam | fausse demande | faux nom | robot | veut nous vendre quelque chose | démarchage | demande fantaisiste | canular | pas sérieux | fraude | arnaque | fausses informations',
    es: 'spam | solicitud falsa | nombre falso | bot | quiere vendernos algo | datos falsos | broma | poco serio | no es serio | fraude | estafa | nos quiere vender'
  },
  {
    meaning: 'disposable_email',
    subject: 'address',
    event: 'disposable',
    polarity: 'against',
    tense: 'present',
    en: 'disposable email | throwaway email | temporary email | temp mail | disposable e-mail address | throwaway address',
    de: 'Wegwerf-E-Mail | Wegwerfadresse',
    fr: 'e-mail jetable | adresse jetable',
    es: 'correo desechable | correo temporal'
  },
  {
    meaning: 'free_email',
    subject: 'address',
    event: 'free',
    polarity: 'against',
    tense: 'present',
    en: '=free email address | gmail address | hotmail address | yahoo address | =personal email | gmail | =personal email address | =private email address | =free email | =free e-mail',
    de: '=private E-Mail-Adresse | Gmail-Adresse | GMX-Adresse | Freemail',
    fr: 'adresse Gmail | =adresse personnelle | =e-mail personnel',
    es: 'correo de Gmail | =correo personal | =correo gratuito'
  }
]

/** Wordings that contain a word of the table and mean something else: they are passed over. */
export const otherMeanings: readonly string[] = [
  'clinical trial',
  'clinical trials',
  'open source',
  'open to',
  'open question',
  'open questions',
  'seed data',
  'seed oil',
  'user manual',
  'owner manual',
  'product owner',
  'trial balance',
  'business administration',
  'system administration',
  'public administration',
  'raised a ticket',
  'in any event',
  'demo day',
  'event driven',
  'stock price',
  'series of',
  'password manager',
  'package manager',
  'student housing',
  'trial lawyer',
  'left a comment',
  'left a review',
  'left a positive review',
  'vendors left',
  'left feedback',
  'left positive feedback',
  'left his card',
  'left her card',
  'left their card',
  'moved on to the next stage',
  'no problem',
  'no worries',
  'never better',
  'no problems',
  'without hesitation',
  'without delay',
  'not only',
  'kein problem',
  'pas de probleme',
  'sin problemas',

  'met at university',
  'left handed',
  'right handed',
  'left hand',
  'the building',
  'their building',
  'bounce rate',
  'merged with duplicate',
  'merged with a duplicate',
  'duplicate merged',
  'duplicate record',
  'merged duplicate',
  'registro duplicado',
  'contacto duplicado',
  'ficha duplicada',
  'fiche en double',
  'court trial',
  'on the left',
  'left alone',
  'left us a',
  'left a review',
  'left in the running',
  'left in the race',
  'left standing',
  'parked behind'
]
