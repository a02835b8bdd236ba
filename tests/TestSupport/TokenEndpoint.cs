using System.Collections.Concurrent;
using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Xunit;

namespace DroneDelivery.TestSupport;

/// <summary>The token endpoint that a managed identity has on Azure App Service, on loopback, with tokens for the emulator.</summary>
public sealed class TokenEndpoint : IAsyncDisposable
{
    private const string Secret = "the header that App Service gives to the process";

    private readonly WebApplication _app;
    private int _issued;

    private TokenEndpoint(WebApplication app) => _app = app;

    public TimeSpan Lifetime { get; set; } = TimeSpan.FromHours(1);

    /// <summary>The audience of the tokens; null: the one that the request names.</summary>
    public string? Audience { get; set; }

    /// <summary>Whether it issues tokens; otherwise it answers 400.</summary>
    public bool IsOn { get; set; } = true;

    public int Issued => Volatile.Read(ref _issued);

    public ConcurrentQueue<string> RequestedResources { get; } = new();

    /// <summary>The environment variables by which a process finds its identity.</summary>
    public Dictionary<string, string> Environment => new()
    {
        ["IDENTITY_ENDPOINT"] = $"{_app.Urls.Single()}/msi/token",
        ["IDENTITY_HEADER"] = Secret,
    };

    /// <param name="key">The emulator's key, which signs the tokens.</param>
    public static async Task<TokenEndpoint> StartAsync(string key)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        var endpoint = new TokenEndpoint(app);
        app.MapGet("/msi/token", (HttpRequest request) => endpoint.Issue(request, key));
        await app.StartAsync(TestContext.Current.CancellationToken);
        return endpoint;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private IResult Issue(HttpRequest request, string key)
    {
        if (!IsOn)
        {
            return Results.BadRequest(new { message = "The identity does not exist." });
        }

        if (request.Headers["X-IDENTITY-HEADER"] != Secret)
        {
            return Results.Unauthorized();
        }

        var resource = request.Query["resource"].ToString();
        RequestedResources.Enqueue(resource);
        Interlocked.Increment(ref _issued);
        var expires = TimeProvider.System.GetUtcNow() + Lifetime;
        return Results.Json(new Dictionary<string, string>
        {
            ["access_token"] = AccessTokens.Create(key, Audience ?? resource, expires),
            ["expires_on"] = expires.ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture),
            ["resource"] = resource,
            ["token_type"] = "Bearer",
        });
    }
}
