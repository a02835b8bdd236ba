using System.Net;
using Yarp.ReverseProxy.Configuration;

// What YARP itself costs: no service defaults and no feature, only its own pipeline as it is by default, over HTTP/2.
var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(kestrel => kestrel.ListenLocalhost(builder.Configuration.GetValue<int>("http-port")));
builder.Services.AddReverseProxy().LoadFromMemory(
    [new() { RouteId = "all", ClusterId = "backend", Match = new() { Path = "/{**rest}" } }],
    [
        new()
        {
            ClusterId = "backend",
            Destinations = new Dictionary<string, DestinationConfig>
            {
                ["backend"] = new() { Address = builder.Configuration["backend"]! },
            },
            HttpRequest = new() { Version = HttpVersion.Version20, VersionPolicy = HttpVersionPolicy.RequestVersionExact },
        },
    ]);

await using var app = builder.Build();
app.MapReverseProxy();
await app.StartAsync();
await Console.In.ReadToEndAsync();
await app.StopAsync();
