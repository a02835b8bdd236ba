using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Hosting;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Tests.HybridRow;

namespace DroneDelivery.CosmosEmulator.Tests.Fuzz;

/// <summary>Random requests, most of them signed, so that they get beyond the check of the signature.</summary>
internal sealed class RequestGenerator(int seed)
{
    private const int MaxNesting = 400;
    private const int LongText = 100_000;
    private const string Documents = "/dbs/db/colls/items/docs";

    private static readonly string[] Methods = ["GET", "POST", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];

    private static readonly string[] Paths =
    [
        Documents, Documents, Documents, "/dbs/db/colls/items/docs/d1",
        "/dbs/db/colls/items/docs/d2", "/dbs/db/colls/items", "/dbs/db/colls/items/pkranges", "/dbs/db/colls", "/dbs/db", "/dbs", "/",
        "/offers", "/offers/AAAA", "/dbs/db/colls/items/sprocs/s", "/dbs/db/colls/items/docs/a/b", "/dbs/db/colls/none/docs", "//addresses/",
        "/dbs/db/colls/items/docs/%E9", "/dbs/%2F/colls/items", "/dbs/db/colls/items/docs/a%00b", "/media/x",
    ];

    private static readonly string[] Names =
    [
        CosmosHeaders.IsQuery, CosmosHeaders.IsQuery, CosmosHeaders.IsQueryPlan, CosmosHeaders.IsUpsert, CosmosHeaders.IsBatch,
        CosmosHeaders.PartitionKey, CosmosHeaders.PartitionKey, CosmosHeaders.PartitionKeyRangeId, CosmosHeaders.EnableCrossPartition,
        CosmosHeaders.Continuation, CosmosHeaders.ContinuationLimit, CosmosHeaders.MaxItemCount, CosmosHeaders.SessionToken,
        CosmosHeaders.ConsistencyLevel, CosmosHeaders.StartEpk, CosmosHeaders.EndEpk, CosmosHeaders.OfferThroughput,
        CosmosHeaders.OfferAutopilot, CosmosHeaders.MigrateToAutopilot, CosmosHeaders.MigrateToManual,
        CosmosHeaders.IntendedContainerRid, CosmosHeaders.ActivityId, CosmosHeaders.ChangeFeed, CosmosHeaders.Prefer,
        CosmosHeaders.PopulateQueryMetrics, CosmosHeaders.PopulateIndexMetrics, CosmosHeaders.PopulateQuota, "If-Match", "If-None-Match",
    ];

    private static readonly string[] Values =
    [
        "True", "True", "True", "false", """["o3"]""", """["o3"]""", "[1]", "[null]", "[{}]", "[[1]]", "[]", "[\"a\",\"b\"]", "0", "1", "-1", "7",
        "2147483648", "x", "1000", "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "0:0#1", "0:1#1#2=3", "Strong", "Eventual", "FF", "05C1", "zz", "*",
        "\"00000000-0000-0000-0000-000000000000\"", "Incremental Feed", "return=minimal", "é", " ", "a,b",
        """{"maxThroughput":4000}""",
    ];

    private static readonly string[] Bodies =
    [
        "", "{}", "[]", "null", "\"", """{"id":"d1","ownerId":"o3","month":2}""", """{"id":"d2","ownerId":"o3","note":"x","tags":["a",1,null,{"x":2}]}""",
        """{"id":7}""",
        """{"id":"a/b","ownerId":"o3"}""", """{"id":"","ownerId":"o3"}""", """{"id":"d1","ownerId":"o3","n":1e999}""",
        """{"id":"d1","id":"d2","ownerId":"o3"}""", """{"id":"\ud800","ownerId":"o3"}""", """{"id":"other","partitionKey":{"paths":["/k"]}}""",
        """{"query":"SELECT * FROM c","parameters":[{"name":"@p","value":{}}]}""", """{"query":7}""",
        """{"operations":[{"op":"set","path":"/note","value":[1]},{"op":"incr","path":"/note/0","value":1e308}]}""",
        """{"condition":"FROM c WHERE c.month > 0","operations":[{"op":"move","from":"/month","path":"/a~1b"}]}""",
        """{"id":"other","partitionKey":{"paths":["/a","/b"],"kind":"MultiHash","version":2},"defaultTtl":1}""",
        """{"id":"other","partitionKey":{"paths":["/k"]},"uniqueKeyPolicy":{"uniqueKeys":[{"paths":["/a","/b/c"]}]}}""",
        """{"id":"items","partitionKey":{"paths":["/ownerId"]},"defaultTtl":-1}""", """{"id":"d1","ownerId":"o3","ttl":0}""",
    ];

    private static readonly (string, string) Key = (CosmosHeaders.PartitionKey, """["o3"]""");

    private readonly Random _random = new(seed);
    private readonly SqlGenerator _sql = new(new Random(seed));
    private readonly RequestSignature _signature = new(EmulatorOptions.WellKnownKey);

    public HttpRequestMessage Next(Uri address) => _random.Next(22) switch
    {
        20 => Create(
            address,
            "POST",
            Documents,
            Batch(),
            [(CosmosHeaders.IsBatch, "True"), (CosmosHeaders.IsBatchAtomic, "True"), Key, .. Others(2)]),
        21 => Create(
            address,
            "POST",
            Documents,
            Batch(),
            [(CosmosHeaders.IsBatch, "True"), (CosmosHeaders.PartitionKeyRangeId, Pick(["0", "1", "2"])), .. Others(2)]),
        < 8 => Create(
            address,
            "POST",
            Documents,
            Query(),
            [(CosmosHeaders.IsQuery, "True"), (CosmosHeaders.EnableCrossPartition, "True"), .. Target(), .. Others(3)]),
        8 => Create(address, "POST", Documents, Query(), [(CosmosHeaders.IsQueryPlan, "True"), .. Others(2)]),
        < 12 => Create(address, Pick(["GET", "PUT", "PATCH", "DELETE"]), $"{Documents}/d1", Body(), [Key, .. Others(3)]),
        < 15 => Create(address, "POST", Documents, Body(), [Key, (CosmosHeaders.IsUpsert, "True"), .. Others(3)]),
        _ => Create(address, Pick(Methods), Pick(Paths), Body(), [.. Others(6)]),
    };

    private HttpRequestMessage Create(Uri address, string method, string path, byte[] body, (string Name, string Value)[] headers)
    {
        var message = new HttpRequestMessage(new HttpMethod(method), new Uri(address, path.TrimStart('/')));
        if (method is "POST" or "PUT" or "PATCH")
        {
            message.Content = new ByteArrayContent(body);
        }

        var signed = _random.Next(20) == 0 ? "/" : Uri.UnescapeDataString(message.RequestUri!.AbsolutePath);
        message.Headers.TryAddWithoutValidation("Authorization", _signature.Sign(method, signed, "today"));
        message.Headers.TryAddWithoutValidation(CosmosHeaders.Date, "today");
        foreach (var (name, value) in headers)
        {
            message.Headers.TryAddWithoutValidation(name, value);
        }

        return message;
    }

    private (string Name, string Value)[] Target() => _random.Next(3) switch
    {
        0 => [],
        1 => [Key],
        _ => [(CosmosHeaders.PartitionKeyRangeId, Pick(["0", "1", "2"]))],
    };

    private IEnumerable<(string Name, string Value)> Others(int max) =>
        Enumerable.Range(0, _random.Next(max)).Select(_ => (Pick(Names), Pick(Values))).ToList();

    private byte[] Query() =>
        Encoding.UTF8.GetBytes($$"""{"query":{{Quote(_sql.Next())}},"parameters":[{"name":"@p","value":{{_random.Next(4)}}}]}""");

    private byte[] Body() => _random.Next(10) switch
    {
        < 3 => Query(),
        < 8 => Encoding.UTF8.GetBytes(Pick(Bodies)),
        8 => _random.Next(2) == 0 ? Nested() : Encoding.UTF8.GetBytes($$"""{"id":"d1","ownerId":"o3","note":"{{new string('n', LongText)}}"}"""),
        _ => RandomBytes(),
    };

    // A lone surrogate of a mutated query becomes a replacement character.
    private static string Quote(string text) => JsonSerializer.Serialize(text);

    private byte[] Nested()
    {
        var depth = _random.Next(1, MaxNesting);
        return Encoding.UTF8.GetBytes(
            $$"""{"id":"d1","ownerId":"o3","a":{{new string('[', depth)}}{{new string(']', _random.Next(4) == 0 ? depth - 1 : depth)}}}""");
    }

    /// <summary>Half of them have bytes changed, removed or repeated.</summary>
    private byte[] Batch()
    {
        var kinds = Enum.GetValues<BatchOperationKind>();
        var operations = Enumerable.Range(0, _random.Next(6)).Select(_ => new BatchOperation(
            kinds[_random.Next(kinds.Length)],
            _random.Next(4) == 0 ? Pick(Values) : Key.Item2,
            Pick(["", "d1", "d2", "o3-1-0"]),
            _random.Next(4) == 0 ? RandomBytes() : Encoding.UTF8.GetBytes(Pick(Bodies)))).ToList();
        var body = _random.Next(3) == 0 ? BatchBody.CreateJson(operations) : BatchBody.Create(operations);
        return _random.Next(2) == 0 ? body : Mutate(body);
    }

    private byte[] Mutate(byte[] body)
    {
        for (var change = _random.Next(1, 4); change > 0; change--)
        {
            var place = _random.Next(body.Length);
            body = _random.Next(3) switch
            {
                0 => [.. body[..place], (byte)_random.Next(256), .. body[(place + 1)..]],
                1 => body[..place],
                _ => [.. body[..place], .. body[(place / 2)..]],
            };
            if (body.Length == 0)
            {
                return body;
            }
        }

        return body;
    }

    /// <summary>Half of them begin as CosmosBinary.</summary>
    private byte[] RandomBytes()
    {
        var bytes = new byte[_random.Next(200)];
        _random.NextBytes(bytes);
        if (bytes is [< 128, ..])
        {
            bytes[0] = 128;
        }

        return bytes;
    }

    private string Pick(string[] all) => all[_random.Next(all.Length)];
}
