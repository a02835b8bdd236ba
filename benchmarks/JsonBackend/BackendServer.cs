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
            new SocketTransportFactory(Options.Create(new SocketTransportOptions()), NullLoggerFactory.Instance),
            NullLoggerFactory.Instance);
    }
}
