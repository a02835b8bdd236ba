using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.Gateway.Tests.Security;

namespace DroneDelivery.Gateway.Tests.Admin;

/// <summary>The admin port on a real socket, and a client that sends what a browser would.</summary>
internal sealed class OpenAdmin : IAsyncDisposable
{
    private readonly OpenGateway _gateway;
    private readonly HttpClient _client = new(new SocketsHttpHandler { UseCookies = false });

    private OpenAdmin(KeyedGateway keyed, ApiKey key)
    {
        (Keyed, Key) = (keyed, key);
        _gateway = OpenGateway.Open(keyed.Gateway);
        Address = new Uri($"http://127.0.0.1:{_gateway.AdminPort}");
    }

    public KeyedGateway Keyed { get; }

    /// <summary>An operator's key.</summary>
    public ApiKey Key { get; }

    public Uri Address { get; }

    public Uri PublicAddress => new($"http://127.0.0.1:{_gateway.Port}");

    public string Origin => Address.GetLeftPart(UriPartial.Authority);

    public static async Task<OpenAdmin> StartAsync()
    {
        var keyed = await KeyedGateway.StartAsync();
        return new OpenAdmin(keyed, await keyed.Keys.AddAsync("operator", KeyScopes.Admin, plan: "unlimited"));
    }

    public Task<HttpResponseMessage> SendAsync(
        string method,
        string path,
        string? cookie = null,
        HttpContent? content = null,
        params (string Name, string Value)[] headers)
    {
        var request = new HttpRequestMessage(new HttpMethod(method), new Uri(Address, path)) { Content = content };
        if (cookie is not null)
        {
            request.Headers.Add("Cookie", cookie);
        }

        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        return _client.SendAsync(request, TestContext.Current.CancellationToken);
    }

    public async Task<HttpStatusCode> StatusOfAsync(string method, string path, string? cookie = null)
    {
        using var response = await SendAsync(method, path, cookie);
        return response.StatusCode;
    }

    /// <summary>Returns the session's cookie and its token.</summary>
    public async Task<(string Cookie, string Token)> SignInAsync()
    {
        using var response = await SendAsync(
            "POST", "/admin/session", null, null, ("X-Api-Key", Key.Reveal()), ("Origin", Origin));
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        var session = await response.Content.ReadFromJsonAsync<JsonElement>(TestContext.Current.CancellationToken);
        var cookie = Assert.Single(response.Headers.GetValues("Set-Cookie"));
        return (cookie[..cookie.IndexOf(';', StringComparison.Ordinal)], session.GetProperty("csrfToken").GetString()!);
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _gateway.DisposeAsync();
        await Keyed.DisposeAsync();
    }
}
