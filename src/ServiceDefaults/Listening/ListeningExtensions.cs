using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Listening;

/// <summary>
/// Opens the service's ports: HTTP/1.1 for people and tools, HTTP/2 without TLS for the gateway, and the admin port.
/// </summary>
internal static class ListeningExtensions
{
    public static WebApplicationBuilder AddListening(this WebApplicationBuilder builder, ServiceIdentity identity)
    {
        builder.Services.AddOptionsWithValidateOnStart<ListeningOptions, ListeningOptionsValidator>()
            .Configure(options => (options.HttpPort, options.Http2Port) = (identity.DefaultHttpPort, identity.DefaultHttp2Port))
            .BindConfiguration(ListeningOptions.Section)
            .PostConfigure(options =>
                options.AdminPort ??= (options.HttpPort, identity.DefaultAdminPort) is (0, not null)
                    ? 0
                    : identity.DefaultAdminPort);
        builder.Services.AddOptions<KestrelServerOptions>()
            .Configure<IOptions<ListeningOptions>>((kestrel, listening) => Listen(kestrel, listening.Value));
        // Costs 4 KB per idle connection and saves a zero-byte read per request.
        builder.Services.Configure<SocketTransportOptions>(sockets => sockets.WaitForDataBeforeAllocatingBuffer = false);
        return builder;
    }

    private static void Listen(KestrelServerOptions kestrel, ListeningOptions listening)
    {
        kestrel.AddServerHeader = false;
        var address = IPAddress.Parse(listening.Host);
        kestrel.Listen(address, listening.HttpPort, endpoint => endpoint.Protocols = HttpProtocols.Http1);
        if (listening.Http2Port is { } http2Port)
        {
            // A cleartext port cannot negotiate a version, so HTTP/2 needs a separate port.
            kestrel.Listen(address, http2Port, endpoint => endpoint.Protocols = HttpProtocols.Http2);
            ForwardedRequestLimits.Apply(kestrel.Limits);
        }

        if (listening.AdminPort is { } adminPort)
        {
            kestrel.Listen(IPAddress.Parse(listening.AdminHost), adminPort, AdminPort.Configure);
        }
    }
}
