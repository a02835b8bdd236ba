using System.Text.Encodings.Web;
using System.Text.Unicode;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>
/// A request with places such as <c>{id}</c> in its address, the values of its headers, and its body. In an address a value is
/// percent-encoded, so that it changes neither the server nor the rest of the address; in a text of a JSON body it is escaped.
/// </summary>
internal sealed class RequestTemplate
{
    private static readonly string[] Framing = ["Content-Length", "Transfer-Encoding"];

    private readonly TextTemplate _address;
    private readonly IReadOnlyList<(string Name, TextTemplate Value)> _headers;
    private readonly byte[]? _body;
    private readonly TextTemplate? _text;
    private readonly bool _isJson;

    /// <param name="address">Absolute.</param>
    /// <exception cref="FormatException">A header is Content-Length or Transfer-Encoding.</exception>
    public RequestTemplate(HttpMethod method, string address, IReadOnlyList<KeyValuePair<string, string>> headers, byte[]? body)
    {
        if (headers.Select(header => header.Key).FirstOrDefault(IsFraming) is { } framing)
        {
            throw new FormatException(
                $"The header {framing} cannot be given, for it follows from the body: leave it out, and set the body.");
        }

        (Method, Address, _address, _body) = (method, address, new TextTemplate(address), body);
        _text = body is not null && Utf8.IsValid(body) ? new TextTemplate(Encoding.UTF8.GetString(body)) : null;
        // A body with an unfilled place for a number is no JSON yet, so it is tried with a 0.
        _isJson = _text is not null && IsJson(_text.Fill(_ => "0", text => text));
        var typed = headers.Any(header => header.Key.Equals("Content-Type", StringComparison.OrdinalIgnoreCase));
        _headers =
        [
            .. headers.Select(header => (header.Key, new TextTemplate(header.Value))),
            .. body is null || typed ? [] : new[] { ("Content-Type", new TextTemplate(ContentType())) },
        ];
    }

    public HttpMethod Method { get; }

    public string Address { get; }

    /// <summary>The address with its places unfilled.</summary>
    public Uri Uri => new(Address);

    public int BodyLength => _body?.Length ?? 0;

    /// <summary>The names in address and headers. Each needs a value.</summary>
    public IEnumerable<string> NeededNames => _address.Names.Concat(_headers.SelectMany(header => header.Value.Names));

    /// <summary>All names, also those in the body, where braces may be ordinary text.</summary>
    public IEnumerable<string> Names => NeededNames.Concat(_text?.Names ?? []);

    /// <summary>The request as it is, if there is no data to fill places with.</summary>
    /// <exception cref="FormatException">
    /// The request is invalid, or has a place in its address or headers; the message, one line, says why.
    /// </exception>
    public PreparedRequest Prepare() => NeededNames.FirstOrDefault() is { } name
        ? throw new FormatException($"{{{name}}} has no value: --feed takes a CSV file with a column '{name}'.")
        : Fill(_ => null);

    /// <param name="value">The value of a name; null leaves its place unchanged.</param>
    /// <exception cref="FormatException">The request is invalid; the message, one line, says why.</exception>
    public PreparedRequest Fill(Func<string, string?> value)
    {
        try
        {
            return new PreparedRequest(
                Method,
                new Uri(_address.Fill(value, Uri.EscapeDataString)),
                [.. _headers.Select(header => KeyValuePair.Create(header.Name, header.Value.Fill(value, text => text)))],
                FillBody(value));
        }
        catch (ArgumentException exception)
        {
            throw new FormatException(exception.Message.ReplaceLineEndings(" "), exception);
        }
    }

    private static bool IsFraming(string name) => Framing.Contains(name, StringComparer.OrdinalIgnoreCase);

    private byte[]? FillBody(Func<string, string?> value) => _text?.Names.Any() == true
        ? Encoding.UTF8.GetBytes(_text.Fill(value, (text, isQuoted) => _isJson && isQuoted ? EscapeJson(text) : text))
        : _body;

    private string ContentType() => _isJson ? "application/json" : "application/octet-stream";

    private static string EscapeJson(string value) =>
        JsonEncodedText.Encode(value, JavaScriptEncoder.UnsafeRelaxedJsonEscaping).ToString();

    private static bool IsJson(string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
