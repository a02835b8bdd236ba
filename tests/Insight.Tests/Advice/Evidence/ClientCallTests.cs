using DroneDelivery.LoadTests.Insight.Advice.Evidence;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice.Evidence;

public sealed class ClientCallTests
{
    [Theory]
    [InlineData("server.address", "shop-db", "db.system.name", "postgresql", "postgresql at shop-db")]
    [InlineData("net.peer.name", "shop-db", "db.system", "mysql", "mysql at shop-db")]
    [InlineData("http.url", "http://pay.example.com:8080/x?y=1", "none", "", "pay.example.com")]
    [InlineData("url.full", "http://pay.example.com/x", "peer.service", "payments", "payments")]
    [InlineData("none", "", "nothing", "", "call")]
    public void Callee_NotTraced_IsNamedByItsAttributes(string key, string value, string otherKey, string other, string callee) =>
        Assert.Equal(callee, Call((key, value), (otherKey, other)).Callee);

    [Theory]
    [InlineData("db.statement", "SELECT * FROM a WHERE id = 7", "SELECT * FROM a WHERE id = ?")]
    [InlineData("db.query.text", "SELECT * FROM a WHERE name = 'b c' AND id = $1", "SELECT * FROM a WHERE name = ? AND id = ?")]
    [InlineData("db.statement", "get user:01f-9a", "get user:?")]
    [InlineData("nothing", "", "call")]
    public void Pattern_Query_HasNoValues(string key, string value, string pattern) =>
        Assert.Equal(pattern, Call(("db.system", "x"), (key, value)).Pattern);

    [Theory]
    [InlineData("url.full", "http.request.method", "http://a/items/42?x=9")]
    [InlineData("http.url", "http.method", "http://a:81/items/43")]
    [InlineData("http.target", "http.method", "/items/44?page=2")]
    [InlineData("url.path", "http.request.method", "/items/b45")]
    public void Pattern_Request_HasNoValues(string key, string method, string value) =>
        Assert.Equal("GET /items/?", Call((method, "GET"), (key, value)).Pattern);

    [Theory]
    [InlineData("http.status_code", "503", true)]
    [InlineData("http.response.status_code", "503", true)]
    [InlineData("http.status_code", "404", false)]
    public void Failed_StatusByEitherName_IsRead(string key, string value, bool failed) =>
        Assert.Equal(failed, Call((key, value)).Failed);

    private static ClientCall Call(params (string Key, string Value)[] attributes) => new(
        new SpanRecord(0, 1, false, attributes.ToDictionary(attribute => attribute.Key, attribute => attribute.Value))
        {
            TraceId = "t", SpanId = "s", ParentSpanId = null, Service = "web", Name = "call", Kind = "client",
        },
        Answering: null);
}
