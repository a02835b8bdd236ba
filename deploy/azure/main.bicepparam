using 'main.bicep'

// ./up sets step, operatorId, budgetStart and budgetEmail.
param step = 'throughput'
param operatorId = '00000000-0000-0000-0000-000000000000'
param throughput = {
  deliveriesByDeliveryId: 2500
  deliveriesByOwnerId: 2500
  deliverySummaries: 400
}
param budgetStart = '2026-11-01'
param budgetEmail = 'nobody@example.com'
