using System.Text;
using DroneDelivery.LoadTests.Engine.Clients;

namespace DroneDelivery.Engine.Tests.Clients;

public sealed class PreparedRequestTests
{
    private static readonly Uri Address = new("http://example.test:8080/a/b?c=d");

    [Fact]
    public void Bytes_Get_HasItsPathAndHost() =>
        Assert.Equal("GET /a/b?c=d HTTP/1.1\r\nHost: example.test:8080\r\n\r\n", TextOf(PreparedRequest.Get(Address)));

    [Theory]
    [InlineData("http://bücher.test:8080/", "xn--bcher-kva.test:8080")]
    [InlineData("https://bücher.test/", "xn--bcher-kva.test")]
    [InlineData("http://127.0.0.1:8080/", "127.0.0.1:8080")]
    [InlineData("http://[::1]:8080/", "[::1]:8080")]
    public void Bytes_AnyAddress_HasItsHostInAscii(string address, string expected) =>
        Assert.Equal($"GET / HTTP/1.1\r\nHost: {expected}\r\n\r\n", TextOf(PreparedRequest.Get(new Uri(address))));

    [Fact]
    public void Bytes_HostGiven_IsNotAddedAgain() =>
        Assert.Equal(
            "GET /a/b?c=d HTTP/1.1\r\nhost: other\r\n\r\n",
            TextOf(new PreparedRequest(HttpMethod.Get, Address, [new("host", "other")])));

    [Theory]
    [InlineData("POST", "", "Content-Length: 0\r\n")]
    [InlineData("POST", "hello", "Content-Length: 5\r\n")]
    [InlineData("GET", "hello", "Content-Length: 5\r\n")]
    [InlineData("DELETE", "", "")]
    public void Bytes_Body_CarriesItsLength(string method, string body, string expected)
    {
        var request = new PreparedRequest(new HttpMethod(method), Address, [], Encoding.UTF8.GetBytes(body));

        Assert.Equal($"{method} /a/b?c=d HTTP/1.1\r\nHost: example.test:8080\r\n{expected}\r\n{body}", TextOf(request));
    }

    [Theory]
    [InlineData("")]
    [InlineData("hello\r\n\r\nworld")]
    public void WithHeader_AnyBody_AddsALineToTheHeadOnly(string body)
    {
        var request = new PreparedRequest(HttpMethod.Post, Address, [new("A", "1")], Encoding.UTF8.GetBytes(body));

        var changed = request.WithHeader("B", "2").WithHeader("C", "3");

        Assert.Equal(
            $"POST /a/b?c=d HTTP/1.1\r\nHost: example.test:8080\r\nA: 1\r\nContent-Length: {body.Length}\r\nB: 2\r\nC: 3\r\n\r\n"
            + body,
            TextOf(changed));
        Assert.EndsWith($"Connection: close\r\nB: 2\r\nC: 3\r\n\r\n{body}", Encoding.UTF8.GetString(changed.BytesWithClose));
        Assert.Equal((true, false), (changed.Has("b"), request.Has("b")));
        Assert.Throws<ArgumentException>(() => request.WithHeader("D", "two\r\nlines"));
    }

    [Theory]
    [InlineData("bad name", "value", "'bad name' cannot be the name of a header.")]
    [InlineData("", "value", "'' cannot be the name of a header.")]
    [InlineData("name", "two\r\nlines", "The value of header 'name' must be one line.")]
    public void Create_HeaderThatCannotBeSent_SaysWhy(string name, string value, string expected)
    {
        var refused = Assert.Throws<ArgumentException>(() => new PreparedRequest(HttpMethod.Get, Address, [new(name, value)]));

        Assert.Equal(expected, refused.Message);
    }

    [Theory]
    [InlineData("ftp://example.test/")]
    [InlineData("/path")]
    public void Create_AddressThatIsNotHttp_SaysWhatIsAllowed(string address)
    {
        var refused = Assert.Throws<ArgumentException>(() => PreparedRequest.Get(new Uri(address, UriKind.RelativeOrAbsolute)));

        Assert.StartsWith($"A request needs an absolute http or https address; this is '{address}'.", refused.Message);
    }

    private static string TextOf(PreparedRequest request) => Encoding.UTF8.GetString(request.Bytes);
}
