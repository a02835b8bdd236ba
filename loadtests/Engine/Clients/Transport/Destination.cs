namespace DroneDelivery.LoadTests.Engine.Clients.Transport;

/// <summary>The host and port that connections are opened to. The addresses are kept once a lookup has ended.</summary>
internal sealed class Destination(string host, int port, bool tls)
{
    private volatile IPAddress[]? _addresses;

    public string Host => host;

    public bool Tls => tls;

    public static Destination FromUri(Uri uri) => new(uri.IdnHost, uri.Port, uri.Scheme == Uri.UriSchemeHttps);

    /// <summary>Tries the host's addresses in order. If all fail, the error of the last one is thrown.</summary>
    public async ValueTask<T> ConnectAsync<T>(
        Func<IPEndPoint, CancellationToken, ValueTask<T>> connect, CancellationToken cancellationToken)
    {
        var addresses = _addresses ??= await ResolveAsync(cancellationToken);
        for (var i = 0; ; i++)
        {
            try
            {
                return await connect(new IPEndPoint(addresses[i], port), cancellationToken);
            }
            catch (SocketException) when (i < addresses.Length - 1 && !cancellationToken.IsCancellationRequested)
            {
            }
        }
    }

    private async Task<IPAddress[]> ResolveAsync(CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(host, out var address))
        {
            return [address];
        }

        var found = await Dns.GetHostAddressesAsync(host, cancellationToken);
        return found.Length > 0 ? found : throw new SocketException((int)SocketError.HostNotFound);
    }
}
