using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Queries and pages of databases, containers and offers.</summary>
public sealed class ResourceQueryTests
{
    private static readonly (string, string) IsQuery = (CosmosHeaders.IsQuery, "True");

    [Theory]
    [InlineData("SELECT VALUE c.id FROM c", "c a b")]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.id != 'b' ORDER BY c.id DESC", "c a")]
    [InlineData("SELECT TOP 2 VALUE c.id FROM c", "c a")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.id OFFSET 1 LIMIT 1", "b")]
    [InlineData("SELECT VALUE COUNT(1) FROM c", "3")]
    [InlineData("SELECT VALUE AVG(c.partitionKey.version) FROM c", "2")]
    [InlineData("SELECT c.partitionKey.kind, COUNT(1) AS n FROM c GROUP BY c.partitionKey.kind", """{"kind":"Hash","n":3}""")]
    [InlineData("SELECT DISTINCT VALUE c.partitionKey.paths FROM c", """["/k"]""")]
    [InlineData("SELECT c.id, p AS path FROM c JOIN p IN c.partitionKey.paths WHERE c.id = 'a'", """{"id":"a","path":"/k"}""")]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.id = 'd'", "")]
    [InlineData("SELECT VALUE c.missing FROM c", "")]
    public async Task Query_OfContainers_HasItsResultInPagesOfAnySize(string query, string expected)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var database = await CreateContainersAsync(emulator, "c", "a", "b");

        foreach (var pageSize in new[] { -1, 1, 2 })
        {
            using var pages = database.GetContainerQueryIterator<JToken>(
                query, requestOptions: new QueryRequestOptions { MaxItemCount = pageSize });
            var rows = await pages.ReadAllAsync();

            Assert.Equal((pageSize, expected), (pageSize, string.Join(' ', rows.Select(Text))));
        }
    }

    [Fact]
    public async Task List_WithAPageSize_GoesOnAfterTheLastRow()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var database = await CreateContainersAsync(emulator, "c", "a", "b");
        var options = new QueryRequestOptions { MaxItemCount = 2 };
        using var first = database.GetContainerQueryIterator<ContainerProperties>(requestOptions: options);

        var page = await first.ReadNextAsync();
        await database.GetContainer("c").DeleteContainerAsync();
        await database.CreateContainerAsync("d", "/k");
        using var second = database.GetContainerQueryIterator<ContainerProperties>(
            continuationToken: page.ContinuationToken, requestOptions: options);
        var rest = await second.ReadNextAsync();

        Assert.Equal(["c", "a"], page.Select(container => container.Id));
        Assert.Equal(["b", "d"], rest.Select(container => container.Id));
        Assert.Null(rest.ContinuationToken);
    }

    /// <summary>The SDK's, without parameters, with a property of the content, and two that LINQ has written.</summary>
    [Theory]
    [InlineData("select * from root r where r.offerResourceId= \"<rid>\"")]
    [InlineData("SELECT * FROM c WHERE c.offerResourceId = '<rid>'")]
    [InlineData("select * from root r where r.offerResourceId = \"<rid>\" and r.content.offerThroughput = 700 ")]
    [InlineData("SELECT * FROM root WHERE (root[\"offerResourceId\"] = \"<rid>\") ")]
    [InlineData("SELECT VALUE root FROM root WHERE (root[\"offerResourceId\"] = \"<rid>\")")]
    [InlineData("SELECT * FROM root WHERE (root[\"resource\"] = \"<link>\") ")]
    public async Task Query_OfOffers_FindsThatOfAContainerOrDatabase(string query)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        DatabaseResponse shared = await emulator.Client.CreateDatabaseAsync("shared", throughput: 700);
        Database database = await emulator.Client.CreateDatabaseAsync("db");
        ContainerResponse container = await database.CreateContainerAsync("items", "/k", throughput: 700);
        await database.CreateContainerAsync("others", "/k", throughput: 700);

        foreach (var link in new[] { shared.Resource.SelfLink, container.Resource.SelfLink })
        {
            var rid = link.TrimEnd('/').Split('/')[^1];
            var text = query.Replace("<rid>", rid, StringComparison.Ordinal).Replace("<link>", link, StringComparison.Ordinal);
            var offer = Assert.Single(await ReadAsync(emulator, "/offers", "Offers", text));
            Assert.Equal(rid, offer.GetProperty("offerResourceId").GetString());
            Assert.Equal(700, offer.GetProperty("content").GetProperty("offerThroughput").GetInt32());
        }
    }

    [Fact]
    public async Task Query_OfDatabases_CanSortAndProject()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        foreach (var id in new[] { "b", "a" })
        {
            await emulator.Client.CreateDatabaseAsync(id);
        }

        var rows = await ReadAsync(emulator, "/dbs", "Databases", "SELECT d.id FROM d ORDER BY d.id");

        Assert.Equal(["""{"id":"a"}""", """{"id":"b"}"""], rows.Select(row => row.GetRawText()));
    }

    [Theory]
    [InlineData("SELECT * FROM c WHERE", "SC1002")]
    [InlineData("SELECT udf.f(c) FROM c", "not supported")]
    public async Task Query_ThatIsNotServed_IsRefusedWithTheReason(string query, string expected)
    {
        await using var emulator = await EmulatorHost.StartAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(
            () => emulator.Client.GetDatabaseQueryIterator<DatabaseProperties>(query).ReadNextAsync());

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains(expected, error.ResponseBody);
    }

    [Fact]
    public async Task Query_OfContainersOfAMissingDatabase_IsNotFound()
    {
        await using var emulator = await EmulatorHost.StartAsync();

        var error = await Assert.ThrowsAsync<CosmosException>(() => emulator.Client.GetDatabase("missing")
            .GetContainerQueryIterator<ContainerProperties>("SELECT * FROM c").ReadNextAsync());

        Assert.Equal((HttpStatusCode.NotFound, 1003), (error.StatusCode, error.SubStatusCode));
    }

    [Fact]
    public async Task Token_OfAnotherQueryOrList_IsRefused()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var database = await CreateContainersAsync(emulator, "a", "b");
        using var pages = database.GetContainerQueryIterator<ContainerProperties>(
            requestOptions: new QueryRequestOptions { MaxItemCount = 1 });
        var token = (await pages.ReadNextAsync()).ContinuationToken;

        foreach (var wrong in new[] { token, "nonsense" })
        {
            using var query = await emulator.SendAsync(
                "POST", "/dbs/db/colls", """{"query":"SELECT * FROM c"}""", IsQuery, (CosmosHeaders.Continuation, wrong));
            using var list = await emulator.SendAsync("GET", "/dbs", "", (CosmosHeaders.Continuation, wrong));
            Assert.Equal((HttpStatusCode.BadRequest, HttpStatusCode.BadRequest), (query.StatusCode, list.StatusCode));
        }
    }

    private static async Task<Database> CreateContainersAsync(EmulatorHost emulator, params string[] ids)
    {
        Database database = await emulator.Client.CreateDatabaseAsync("db");
        foreach (var id in ids)
        {
            await database.CreateContainerAsync(id, "/k");
        }

        return database;
    }

    private static async Task<List<JsonElement>> ReadAsync(EmulatorHost emulator, string path, string name, string query)
    {
        using var response = await emulator.SendAsync("POST", path, JsonConvert.SerializeObject(new { query }), IsQuery);
        var body = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        Assert.True(response.IsSuccessStatusCode, body);
        return [.. JsonElement.Parse(body).GetProperty(name).EnumerateArray()];
    }

    private static string Text(JToken row) => row.Type == JTokenType.String ? (string)row! : row.ToString(Formatting.None);
}
