using System.Globalization;
using System.Net;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

public sealed class SessionTokenTests
{
    private const string Documents = "/dbs/db/colls/items/docs";

    /// <summary>A version below the current one is of the emulator before a restart, whose writes are gone.</summary>
    [Theory]
    [InlineData(0, 0, HttpStatusCode.OK)]
    [InlineData(0, -1, HttpStatusCode.OK)]
    [InlineData(0, 1, HttpStatusCode.NotFound)]
    [InlineData(1, -1, HttpStatusCode.NotFound)]
    [InlineData(-1, 1_000, HttpStatusCode.OK)]
    public async Task Read_OfAClientThatHasSeenLaterWrites_IsNotAvailable(int versions, int writes, HttpStatusCode expected)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        var created = await container.CreateItemAsync(new DeliveryItem("d1", "o7"), new PartitionKey("o7"));
        var token = Move(created.Headers.Session, versions, writes);

        using var read = await emulator.SendAsync(
            "GET", $"{Documents}/d1", "", (CosmosHeaders.PartitionKey, """["o7"]"""), (CosmosHeaders.SessionToken, token));
        using var query = await emulator.SendAsync(
            "POST",
            Documents,
            """{"query":"SELECT * FROM c"}""",
            (CosmosHeaders.IsQuery, "True"),
            (CosmosHeaders.PartitionKeyRangeId, "0"),
            (CosmosHeaders.SessionToken, $"5:0#9000,{token}"));

        foreach (var response in (HttpResponseMessage[])[read, query])
        {
            Assert.Equal(expected, response.StatusCode);
            Assert.Equal(
                expected == HttpStatusCode.NotFound ? ["1002"] : [],
                response.Headers.TryGetValues(CosmosHeaders.SubStatus, out var values) ? values : []);
        }
    }

    /// <param name="token">As <c>0:1767225600000#2</c>.</param>
    private static string Move(string token, int versions, int writes)
    {
        var parts = token.Split(':', '#');
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{parts[0]}:{long.Parse(parts[1], CultureInfo.InvariantCulture) + versions}"
            + $"#{long.Parse(parts[2], CultureInfo.InvariantCulture) + writes}");
    }
}
