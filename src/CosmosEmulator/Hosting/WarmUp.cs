using System.Text;
using DroneDelivery.CosmosEmulator.Protocol;

namespace DroneDelivery.CosmosEmulator.Hosting;

/// <summary>
/// Runs the planner, a query and a write once on a throw-away account. The SDK gives a plan request one second and then sends it
/// again, so code compiled on the first real request would show up as a second call.
/// </summary>
internal static class WarmUp
{
    private const string Documents = "/dbs/d/colls/c/docs";
    private const string Query =
        """{"query":"SELECT * FROM c WHERE c.k = @k AND c.n > 0","parameters":[{"name":"@k","value":"a"}]}""";

    public static async Task RunAsync(TimeProvider time)
    {
        var options = new EmulatorOptions { Partitions = 2, Time = time };
        var handler = EmulatorApplication.MakeHandler(options);
        await SendAsync(handler, "POST", "/dbs", """{"id":"d"}""");
        await SendAsync(handler, "POST", "/dbs/d/colls", """{"id":"c","partitionKey":{"paths":["/k"]}}""");
        await SendAsync(handler, "POST", Documents, """{"id":"1","k":"a","n":1}""", (CosmosHeaders.PartitionKey, "[\"a\"]"));
        await SendAsync(handler, "GET", $"{Documents}/1", "", (CosmosHeaders.PartitionKey, "[\"a\"]"));
        await SendAsync(handler, "GET", "/dbs/d/colls/c/pkranges", "");
        await SendAsync(handler, "POST", Documents, Query, (CosmosHeaders.IsQueryPlan, "True"));
        await SendAsync(
            handler, "POST", Documents, Query, (CosmosHeaders.IsQuery, "True"), (CosmosHeaders.PartitionKeyRangeId, "0"));
    }

    private static Task SendAsync(
        RequestDelegate handler, string method, string path, string body, params (string Name, string Value)[] headers)
    {
        var http = new DefaultHttpContext();
        http.Request.Method = method;
        http.Request.Path = path;
        http.Request.Body = new MemoryStream(Encoding.UTF8.GetBytes(body));
        http.Request.ContentLength = http.Request.Body.Length;
        http.Response.Body = new MemoryStream();
        http.Request.Headers[CosmosHeaders.Date] = "";
        http.Request.Headers.Authorization = new RequestSignature(EmulatorOptions.WellKnownKey).Sign(method, path, "");
        foreach (var (name, value) in headers)
        {
            http.Request.Headers[name] = value;
        }

        return handler(http);
    }
}
