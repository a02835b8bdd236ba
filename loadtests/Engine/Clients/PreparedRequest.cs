using System.Buffers;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>A request whose bytes are built once and sent any number of times. Safe for concurrent use.</summary>
public sealed class PreparedRequest
{
    private static readonly SearchValues<char> TokenCharacters = SearchValues.Create(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    private readonly PreparedRequest? _basis;
    private readonly KeyValuePair<string, string> _header;

    /// <param name="uri">Absolute, http or https.</param>
    /// <param name="headers">Sent as given. Host and Content-Length are added when absent.</param>
    /// <param name="body">No body when empty.</param>
    /// <exception cref="ArgumentException">The address is not absolute http or https, or a header is invalid.</exception>
    public PreparedRequest(
        HttpMethod method, Uri uri, IReadOnlyList<KeyValuePair<string, string>>? headers = null,
        ReadOnlyMemory<byte> body = default)
    {
        if (!uri.IsAbsoluteUri || (uri.Scheme != Uri.UriSchemeHttp && uri.Scheme != Uri.UriSchemeHttps))
        {
            throw new ArgumentException($"A request needs an absolute http or https address; this is '{uri}'.", nameof(uri));
        }

        (Method, Uri, Headers, Body) = (method, uri, headers ?? [], body);
        foreach (var (name, value) in Headers)
        {
            ThrowIfUnsendable(name, value);
        }

        Origin = uri.GetLeftPart(UriPartial.Authority);
    }

    private PreparedRequest(PreparedRequest basis, KeyValuePair<string, string> header)
    {
        ThrowIfUnsendable(header.Key, header.Value);
        (_basis, _header) = (basis, header);
        (Method, Uri, Headers, Body, Origin) = (basis.Method, basis.Uri, [.. basis.Headers, header], basis.Body, basis.Origin);
    }

    public HttpMethod Method { get; }

    public Uri Uri { get; }

    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; }

    public ReadOnlyMemory<byte> Body { get; }

    /// <summary>The whole request in HTTP/1.1.</summary>
    internal byte[] Bytes => field ??= Write(closes: false);

    /// <summary>The same with a header that asks the server to close the connection after its response.</summary>
    internal byte[] BytesWithClose => field ??= Write(closes: true);

    /// <summary>Scheme, host and port. A connection can be used again for requests with the same origin.</summary>
    internal string Origin { get; }

    /// <summary>Whether sending it twice has the same effect as sending it once (RFC 9110, section 9.2.2).</summary>
    internal bool IsIdempotent => Method != HttpMethod.Post && Method != HttpMethod.Patch && Method != HttpMethod.Connect;

    // RFC 9110, section 8.6: a method that usually has a body sends Content-Length even when the body is empty.
    internal bool HasBody => !Body.IsEmpty || Method == HttpMethod.Post || Method == HttpMethod.Put || Method == HttpMethod.Patch;

    public static PreparedRequest Get(Uri uri) => new(HttpMethod.Get, uri);

    /// <summary>Whether it has a header with this name, ignoring case.</summary>
    public bool Has(string name) => Headers.Any(header => header.Key.Equals(name, StringComparison.OrdinalIgnoreCase));

    /// <summary>The same request with one more header, whose bytes are inserted into those of this request.</summary>
    /// <param name="name">Not the name of a header that is added when absent.</param>
    /// <exception cref="ArgumentException">The header is invalid.</exception>
    public PreparedRequest WithHeader(string name, string value) => new(this, KeyValuePair.Create(name, value));

    // A name with other letters is sent as DNS has it: xn--bcher-kva.example. Servers refuse it otherwise.
    private static string Host(Uri uri) =>
        uri.HostNameType != UriHostNameType.Dns ? uri.Authority
        : uri.IsDefaultPort ? uri.IdnHost
        : $"{uri.IdnHost}:{uri.Port}";

    private static void ThrowIfUnsendable(string name, string value)
    {
        if (name.Length == 0 || name.AsSpan().ContainsAnyExcept(TokenCharacters))
        {
            throw new ArgumentException($"'{name}' cannot be the name of a header.");
        }

        if (value.AsSpan().ContainsAny('\r', '\n', '\0'))
        {
            throw new ArgumentException($"The value of header '{name}' must be one line.");
        }
    }

    private byte[] Write(bool closes)
    {
        if (_basis is not null)
        {
            return Insert(closes ? _basis.BytesWithClose : _basis.Bytes);
        }

        var head = new StringBuilder();
        head.Append(Method.Method).Append(' ').Append(Uri.PathAndQuery).Append(" HTTP/1.1\r\n");
        if (!Has("Host"))
        {
            head.Append("Host: ").Append(Host(Uri)).Append("\r\n");
        }

        foreach (var (name, value) in Headers)
        {
            head.Append(name).Append(": ").Append(value).Append("\r\n");
        }

        if (HasBody && !Has("Content-Length"))
        {
            head.Append($"Content-Length: {Body.Length}\r\n");
        }

        if (closes && !Has("Connection"))
        {
            head.Append("Connection: close\r\n");
        }

        return [.. Encoding.UTF8.GetBytes(head.Append("\r\n").ToString()), .. Body.Span];
    }

    /// <summary>Inserts the header before the empty line that ends the head.</summary>
    private byte[] Insert(byte[] basis)
    {
        var line = Encoding.UTF8.GetBytes($"{_header.Key}: {_header.Value}\r\n");
        var end = basis.Length - Body.Length - 2;
        return [.. basis.AsSpan(0, end), .. line, .. basis.AsSpan(end)];
    }
}
