using Microsoft.Azure.Cosmos;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace DroneDelivery.CosmosEmulator.Tests.Contract;

/// <summary>The clauses for which the SDK merges the answers of partitions, and those that make several rows of a document.</summary>
public sealed class QueryClauseTests
{
    private static readonly string[] Orders =
    [
        """{"id":"a","size":3,"tags":["red","new"],"lines":[{"sku":"x","n":2},{"sku":"y","n":1}]}""",
        """{"id":"b","size":1.5,"tags":["red"],"lines":[]}""",
        """{"id":"c","size":"large","tags":[],"lines":[{"sku":"x","n":5}]}""",
        """{"id":"d","size":null,"tags":"red"}""",
        """{"id":"e","size":true,"lines":[{"sku":"z","n":7},{"sku":"x"}]}""",
        """{"id":"f"}""",
        """{"id":"g","size":[1],"tags":["old","red","new"]}""",
        """{"id":"h","size":-2,"tags":["new","new"]}""",
    ];

    [Theory]
    [InlineData("SELECT TOP 3 VALUE c.id FROM c ORDER BY c.id DESC", "o3-3-2 o3-3-1 o3-3-0")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.id DESC OFFSET 10 LIMIT 3", "o2-3-1 o2-3-0 o2-2-2")]
    [InlineData("SELECT c.id FROM c WHERE c.ownerId = 'o1' AND c.month = 2 ORDER BY c.id", """{"id":"o1-2-0"} {"id":"o1-2-1"} {"id":"o1-2-2"}""")]
    [InlineData("SELECT DISTINCT VALUE c.month FROM c ORDER BY c.month DESC", "3 2 1")]
    [InlineData("SELECT VALUE COUNT(1) FROM c", "36")]
    [InlineData("SELECT VALUE COUNT(1) FROM c WHERE c.month = 9", "0")]
    [InlineData("SELECT VALUE SUM(c.month) FROM c WHERE c.ownerId = 'o2'", "18")]
    [InlineData("SELECT VALUE AVG(c.month) FROM c", "2")]
    [InlineData("SELECT VALUE MAX(c.id) FROM c WHERE c.month < 3", "o3-2-2")]
    [InlineData(
        "SELECT COUNT(1) AS n, SUM(c.month) AS s, AVG(c.month) AS a, MIN(c.id) AS f FROM c",
        """{"n":36,"s":72,"a":2,"f":"o0-1-0"}""")]
    [InlineData("SELECT COUNT(1) FROM c WHERE c.ownerId = 'o1'", """{"$1":9}""")]
    [InlineData("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.month FROM c)", "3")]
    [InlineData("SELECT VALUE 1 + 1", "2")]
    [InlineData("SELECT VALUE {\"n\": COUNT(1), \"all\": [AVG(2 + 3), 1 + MAX(1)]}", """{"n":1,"all":[5,2]}""")]
    [InlineData("SELECT c.month \"of the year\" FROM c WHERE c.id = 'o1-2-0'", """{"of the year":2}""")]
    [InlineData("SELECT 1 AS a, COUNT(1) AS n WHERE 1 = 2", """{"a":1,"n":0}""")]
    [InlineData("SELECT VALUE s.id FROM (SELECT c.id FROM c WHERE c.ownerId = 'o3' AND c.month = 1) AS s WHERE s.id > 'o3-1-1'", "o3-1-2")]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.id = 'o2-2-2' OFFSET 0 LIMIT 5", "o2-2-2")]
    [InlineData("SELECT VALUE c.id FROM c WHERE c.id = 'o2-2-2' OFFSET 1 LIMIT 5", "")]
    [InlineData("SELECT COUNT(1) AS n FROM (SELECT DISTINCT c.month, c.ownerId FROM c)", """{"n":12}""")]
    public async Task Rows_OfAllPartitions_AreMerged(string query, string? expected) => await AssertRowsAsync(expected, query);

    [Theory]
    [InlineData("SELECT DISTINCT VALUE c.ownerId FROM c", "o0 o1 o2 o3")]
    [InlineData("SELECT DISTINCT c.month FROM c WHERE c.month > 1", """{"month":2} {"month":3}""")]
    [InlineData(
        "SELECT c.ownerId, COUNT(1) AS n, AVG(c.month) AS a FROM c WHERE c.month > 1 GROUP BY c.ownerId",
        """{"ownerId":"o0","n":6,"a":2.5} {"ownerId":"o1","n":6,"a":2.5} {"ownerId":"o2","n":6,"a":2.5} {"ownerId":"o3","n":6,"a":2.5}""")]
    [InlineData("SELECT VALUE c.month FROM c GROUP BY c.month", "1 2 3")]
    [InlineData("SELECT VALUE MIN(c.id) FROM c GROUP BY c.ownerId", "o0-1-0 o1-1-0 o2-1-0 o3-1-0")]
    public async Task Rows_OfGroupsAndDistinctValues_AreMergedInAnyOrder(string query, string expected) =>
        Assert.Equal(expected, string.Join(' ', (await ReadAsync(query)).Split(' ').Order(StringComparer.Ordinal)));

    [Theory]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.size", "f d e h b a c g")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.size DESC", "g c a b h e d f")]
    [InlineData("SELECT c.id, t FROM c JOIN t IN c.tags WHERE t != 'red' ORDER BY c.id", """{"id":"a","t":"new"} {"id":"g","t":"old"} {"id":"g","t":"new"} {"id":"h","t":"new"} {"id":"h","t":"new"}""")]
    [InlineData("SELECT VALUE COUNT(1) FROM c JOIN t IN c.tags JOIN l IN c.lines", "4")]
    [InlineData(
        "SELECT c.id, t.n FROM c JOIN (SELECT COUNT(1) AS n FROM x IN c.tags WHERE c.size = 3) AS t WHERE c.id < 'd' ORDER BY c.id",
        """{"id":"a","n":2} {"id":"b","n":0} {"id":"c","n":0}""")]
    [InlineData("SELECT VALUE SUM(l.n) FROM c JOIN l IN c.lines", "15")]
    [InlineData("SELECT VALUE COUNT(l.n) FROM l IN c.lines", "4")]
    [InlineData("SELECT VALUE c.id FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 'new') ORDER BY c.id", "a g h")]
    [InlineData(
        "SELECT c.id, ARRAY(SELECT VALUE l.sku FROM l IN c.lines WHERE l.n > 1) AS skus FROM c WHERE IS_ARRAY(c.lines) ORDER BY c.id",
        """{"id":"a","skus":["x"]} {"id":"b","skus":[]} {"id":"c","skus":["x"]} {"id":"e","skus":["z"]}""")]
    [InlineData(
        "SELECT c.id, (SELECT VALUE COUNT(1) FROM t IN c.tags) AS n FROM c WHERE c.id < 'd' ORDER BY c.id",
        """{"id":"a","n":2} {"id":"b","n":1} {"id":"c","n":0}""")]
    [InlineData(
        "SELECT c.id, m.most FROM c JOIN (SELECT VALUE {most: MAX(l.n)} FROM l IN c.lines) AS m WHERE c.id IN ('a', 'e') ORDER BY c.id",
        """{"id":"a","most":2} {"id":"e","most":7}""")]
    [InlineData("SELECT VALUE s.id FROM (SELECT c.id, c.size FROM c WHERE IS_NUMBER(c.size)) AS s ORDER BY s.size", "h b a")]
    [InlineData("SELECT VALUE s.id FROM (SELECT * FROM c WHERE c.id < 'e') AS s WHERE s.id != 'b' ORDER BY s.size DESC", "c a d")]
    [InlineData("SELECT DISTINCT VALUE s.k FROM (SELECT VALUE {k: LENGTH(c.id), i: c.id} FROM c) AS s ORDER BY s.i", "1")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.id OFFSET 6 LIMIT 2147483647", "g h")]
    [InlineData("SELECT VALUE COUNT(1) FROM (SELECT VALUE c FROM c WHERE IS_ARRAY(c.tags)) AS s JOIN t IN s.tags", "8")]
    [InlineData("SELECT VALUE MAKESET(t) FROM c JOIN t IN c.tags WHERE c.id = 'g'", """["old","red","new"]""")]
    [InlineData("SELECT VALUE COUNTIF(c.size > 0) FROM c", "2")]
    [InlineData("SELECT VALUE SUM(c.size) FROM c", "")]
    [InlineData("SELECT VALUE SUM(c.size) FROM c WHERE IS_NUMBER(c.size) OR NOT IS_DEFINED(c.size)", "2.5")]
    public Task Rows_OfMixedDocuments_AreThoseOfTheService(string query, string? expected) => AssertRowsAsync(expected, query, Orders);

    /// <summary>Pages begin after a row, which may have the keys of others.</summary>
    [Theory]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.month")]
    [InlineData("SELECT VALUE c.id FROM c ORDER BY c.month DESC")]
    [InlineData("SELECT c.id, t FROM c JOIN t IN c.tags")]
    [InlineData("SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags")]
    public async Task Pages_ResumedByToken_HaveEachRowOnce(string query)
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 3);
        var container = await database.CreateContainerAsync("/id", throughput: 60_000);
        await SampleItems.FillAsync(container);
        await FillAsync(container, Orders);
        var all = await SampleItems.ReadAllAsync<JToken>(container, new QueryDefinition(query), null);

        var isResumable = !query.Contains("DISTINCT", StringComparison.Ordinal);
        var paged = new List<JToken>();
        string? token = null;
        do
        {
            using var iterator = container.GetItemQueryIterator<JToken>(query, token, new QueryRequestOptions { MaxItemCount = 2 });
            do
            {
                var page = await iterator.ReadNextAsync();
                paged.AddRange(page);
                token = isResumable ? page.ContinuationToken : null;
            }
            while (!isResumable && iterator.HasMoreResults);
        }
        while (token is not null);

        Assert.Equal(all.Count, paged.Count);
        Assert.Equal(Texts(all), Texts(paged));

        // Without ORDER BY the partitions may be read in any order.
        IEnumerable<string> Texts(IEnumerable<JToken> rows) => rows.Select(Text).Order(StringComparer.Ordinal);
    }

    [Theory]
    [InlineData("SELECT VALUE t FROM c JOIN t IN c.tags ORDER BY t")]
    [InlineData("SELECT c.id FROM c JOIN l IN c.lines ORDER BY l.n DESC")]
    [InlineData("SELECT DISTINCT VALUE s FROM c JOIN (SELECT DISTINCT VALUE t FROM t IN c.tags) AS s ORDER BY s")]
    public async Task OrderBy_OfTheItemsOfAnArray_IsRefused(string query)
    {
        var error = await Assert.ThrowsAsync<CosmosException>(() => ReadAsync(query, Orders));

        Assert.Contains("Order-by over correlated collections is not supported.", error.Message, StringComparison.Ordinal);
    }

    /// <param name="expected">Null if the query is refused.</param>
    private static async Task AssertRowsAsync(string? expected, string query, string[]? documents = null)
    {
        if (expected is null)
        {
            await Assert.ThrowsAsync<CosmosException>(() => ReadAsync(query, documents));
            return;
        }

        Assert.Equal(expected, await ReadAsync(query, documents));
    }

    private static async Task<string> ReadAsync(string query, string[]? documents = null)
    {
        await using var database = await ContractDatabase.CreateAsync(partitions: 9);
        var container = await database.CreateContainerAsync("/id", throughput: 60_000);
        await (documents is null ? SampleItems.FillAsync(container) : FillAsync(container, documents));
        var texts = new HashSet<string>();
        foreach (var pageSize in new[] { 1, 2, 7, -1 })
        {
            var options = new QueryRequestOptions { MaxItemCount = pageSize, MaxConcurrency = pageSize };
            var rows = await SampleItems.ReadAllAsync<JToken>(container, new QueryDefinition(query), options);
            texts.Add(query.Contains("ORDER BY", StringComparison.Ordinal)
                ? string.Join(' ', rows.Select(Text))
                : string.Join(' ', rows.Select(Text).Order(StringComparer.Ordinal)));
        }

        return Assert.Single(texts);
    }

    private static async Task FillAsync(Container container, string[] documents)
    {
        foreach (var document in documents)
        {
            var json = JObject.Parse(document);
            await container.CreateItemAsync(json, new PartitionKey((string)json["id"]!));
        }
    }

    private static string Text(JToken row) => row.Type == JTokenType.String ? (string)row! : row.ToString(Formatting.None);
}
