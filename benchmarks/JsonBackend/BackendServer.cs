using System.Net;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace DroneDelivery.JsonBackend;

/// <summary>Kestrel without the host around it: no middleware, no logs, no metrics.</summary>
internal static class BackendServer
{
    // Without keep-alive, each request of a proxy waits here. Beyond the default of 512 some would wait for a second.
    private const int Backlog = 4_096;

    public static KestrelServer Listen(int http1Port, int http2Port)
    {
        var options = new KestrelServerOptions
        {
            AddServerHeader = false,
            ApplicationServices = new ServiceCollection().AddLogging().BuildServiceProvider(),
        };
        options.Listen(IPAddress.Loopback, http1Port, endpoint => endpoint.Protocols = HttpProtocols.Http1);
        options.Listen(IPAddress.Loopback, http2Port, endpoint => endpoint.Protocols = HttpProtocols.Http2);
        return new KestrelServer(
            Options.Create(options),
            new SocketTransportFactory(Options.Create(new SocketTransportOptions { Backlog = Backlog }), NullLoggerFactory.Instance),
            NullLoggerFactory.Instance);
    }
}
