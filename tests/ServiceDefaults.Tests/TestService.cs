using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;

namespace DroneDelivery.ServiceDefaults.Tests;

/// <summary>A service with nothing but the defaults and what a test adds, on free ports.</summary>
internal sealed class TestService(WebApplication app) : IAsyncDisposable
{
    public static readonly ServiceIdentity Identity = new("sample", "Sample service", 5999, 5998);

    public HttpClient Client { get; } = new() { BaseAddress = new Uri(app.Urls.First()) };

    /// <summary>The address of the port that speaks HTTP/2 only.</summary>
    public Uri Http2Address { get; } = new(app.Urls.Last());

    public static async Task<TestService> StartAsync(
        Action<WebApplicationBuilder>? add = null,
        Action<WebApplication>? map = null,
        Dictionary<string, string?>? settings = null,
        ServiceIdentity? identity = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Configuration.AddInMemoryCollection(settings);
        builder.Configuration["Listening:HttpPort"] = "0";
        builder.Configuration["Listening:Http2Port"] = "0";
        builder.AddServiceDefaults(identity ?? Identity);
        add?.Invoke(builder);

        var app = builder.Build();
        app.UseServiceDefaults();
        map?.Invoke(app);
        await app.StartAsync(TestContext.Current.CancellationToken);
        return new TestService(app);
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await app.StopAsync();
        await app.DisposeAsync();
    }
}
