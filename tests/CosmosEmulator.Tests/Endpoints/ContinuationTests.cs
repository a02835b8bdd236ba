using System.Net;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

public sealed class ContinuationTests
{
    private const string Query = """{"query":"SELECT * FROM c WHERE c.note = @note","parameters":[{"name":"@note","value":""}]}""";

    [Fact]
    public void Token_ReadAgain_HasAllFields()
    {
        var continuation = new Continuation(
            ulong.MaxValue - 1, new PagePosition(long.MaxValue - 2, int.MaxValue - 3, int.MaxValue - 4, new byte[] { 5, 6 }), 10_239, 17);

        Assert.True(Continuation.TryRead(continuation.ToToken(), out var read));
        Assert.Equal([5, 6], read.Position.SortKey.ToArray());
        Assert.Equal(continuation, read with { Position = read.Position with { SortKey = continuation.Position.SortKey } });
    }

    [Fact]
    public void Token_WithOneCharacterChanged_IsNotRead()
    {
        var token = new Continuation(7, new PagePosition(1_000, 2, 40, new byte[] { 5 }), 12, Continuation.NoRange).ToToken();

        for (var place = 0; place < token.Length; place++)
        {
            var changed = token.ToCharArray();
            changed[place] = changed[place] == 'A' ? 'Q' : 'A';

            Assert.False(Continuation.TryRead(new string(changed), out _), $"Changed at {place}.");
        }

        Assert.False(Continuation.TryRead(token + "AAAA", out _));
        Assert.False(Continuation.TryRead(token[..^4], out _));
    }

    /// <summary>A page of another query would be wrong without a sign of it.</summary>
    [Theory]
    [InlineData("items", Query, true)]
    [InlineData("items", """{"query":"SELECT * FROM c WHERE c.note = @note","parameters":[{"name":"@note","value":"x"}]}""", false)]
    [InlineData("items", """{"query":"SELECT * FROM c"}""", false)]
    [InlineData("others", Query, false)]
    public async Task Query_WithATokenOfAnother_IsRefused(string container, string query, bool isServed)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var items = await emulator.CreateContainerAsync(throughput: 9000);
        await items.Database.CreateContainerAsync("others", "/ownerId");
        for (var number = 0; number < 3; number++)
        {
            await items.CreateItemAsync(new DeliveryItem($"d{number}", "o7"), new PartitionKey("o7"));
        }

        using var first = await QueryAsync("items", Query);
        var token = Assert.Single(first.Headers.GetValues(CosmosHeaders.Continuation));
        using var second = await QueryAsync(container, query, (CosmosHeaders.Continuation, token));

        Assert.Equal(isServed ? HttpStatusCode.OK : HttpStatusCode.BadRequest, second.StatusCode);
        var text = await second.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.Contains(isServed ? "d1" : "of another query or container", text);

        Task<HttpResponseMessage> QueryAsync(string of, string body, params (string, string)[] headers) => emulator.SendAsync(
            "POST",
            $"/dbs/db/colls/{of}/docs",
            body,
            [(CosmosHeaders.IsQuery, "True"), (CosmosHeaders.PartitionKeyRangeId, "0"), (CosmosHeaders.MaxItemCount, "1"), .. headers]);
    }
}
