metadata description = 'Sets the RU/s of containers that exist. The number of their physical partitions stays.'

@export()
@description('RU/s by container. The least is 1 % of the RU/s at its creation, in hundreds.')
type containerThroughput = {
  @minValue(600)
  @maxValue(2500)
  deliveriesByDeliveryId: int
  @minValue(600)
  @maxValue(2500)
  deliveriesByOwnerId: int
  @minValue(400)
  @maxValue(1000)
  deliverySummaries: int
}

param accountName string
param throughput containerThroughput

resource settings 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/throughputSettings@2024-11-15' = [
  for container in items(throughput): {
    name: '${accountName}/drones/${container.key}/default'
    properties: { resource: { throughput: container.value } }
  }
]
