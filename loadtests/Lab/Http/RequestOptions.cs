namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options of a request: address, headers and body.</summary>
/// <param name="sends">Whether the command sends the requests itself. If not, an address of any machine is allowed.</param>
internal sealed class RequestOptions(bool sends)
{
    private const string Shape = "[METHOD] URL, for example GET http://127.0.0.1:5000/x.";

    private static readonly string[] Methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

    private readonly Option<string[]> _headers = TextOption.Repeated("--header", "\"Name: value\"", "A header.", "-H");
    private readonly Option<string?> _body = new TextOptionAllowingEmpty("--body", "TEXT", "The body.", "--data");
    private readonly Option<string?> _bodyFile = TextOption.Create("--body-file", "FILE", "The body from a file.");
    private readonly Option<string?> _bodySize = TextOption.Create(
        "--body-size", "SIZE", "A body of this size, for example 1KB or 64KiB.");
    private readonly Option<bool> _allowRemote = FlagOption.Create(
        "--allow-remote", "Allows other machines than this one. Only load machines that are yours.");

    /// <summary>The request: <c>[METHOD] URL</c>.</summary>
    public Argument<string[]> Words { get; } = new("REQUEST")
    {
        Description =
            "[METHOD] URL, for example: GET http://127.0.0.1:5000/x. Without a method GET, or POST where there is a body.",
        Arity = ArgumentArity.ZeroOrMore,
        HelpName = "METHOD> <URL",
    };

    /// <summary>The options of headers and body.</summary>
    public IReadOnlyList<Option> Shaping => [_headers, .. Bodies];

    public IReadOnlyList<Option> Bodies => [_body, _bodyFile, _bodySize];

    public void AddTo(Command command)
    {
        command.Arguments.Add(Words);
        Array.ForEach<Option>(sends ? [.. Shaping, _allowRemote] : [.. Shaping], command.Options.Add);
    }

    /// <param name="start">The beginning of an address that starts with /; null for none.</param>
    /// <exception cref="FormatException">The words are no request; the message, one line, says what is allowed.</exception>
    public RequestTemplate Read(CommandResult result, string? start = null)
    {
        var (method, address) = (result.GetValue(Words) ?? []) switch
        {
            [var only] => (null, only),
            [var first, var second] => (first, second),
            [] => throw new FormatException($"A request is needed: {Shape}"),
            [_, _, var extra, ..] => throw new FormatException($"'{extra}' is an unexpected argument: {Shape}"),
        };
        var body = Body(result);
        if (start is not null && !address.StartsWith('/'))
        {
            throw new FormatException($"--base goes with an address that starts with /; it is '{address}'.");
        }

        var target = Target(start?.TrimEnd('/') + address, AllowsRemote(result)).OriginalString;
        return new RequestTemplate(MethodOf(method, body is not null), target, Headers(result), body);
    }

    public IReadOnlyList<KeyValuePair<string, string>> Headers(CommandResult result) =>
        [.. (result.GetValue(_headers) ?? []).Select(Header)];

    /// <summary>Whether other machines than this one are allowed.</summary>
    public bool AllowsRemote(CommandResult result) => !sends || result.GetValue(_allowRemote);

    /// <exception cref="FormatException">The text is no method.</exception>
    public static HttpMethod MethodOf(string? text, bool hasBody) => text switch
    {
        null => hasBody ? HttpMethod.Post : HttpMethod.Get,
        _ when Methods.Contains(text, StringComparer.OrdinalIgnoreCase) => HttpMethod.Parse(text.ToUpperInvariant()),
        _ => throw new FormatException($"'{text}' is no method. Methods: {string.Join(", ", Methods)}."),
    };

    /// <exception cref="FormatException">It is no address, or that of another machine, which is not allowed.</exception>
    public static Uri Target(string address, bool allowRemote)
    {
        if (!Uri.TryCreate(address, UriKind.Absolute, out var uri)
            || (uri.Scheme != Uri.UriSchemeHttp && uri.Scheme != Uri.UriSchemeHttps))
        {
            throw new FormatException($"'{address}' is no http or https address, such as http://127.0.0.1:5000/x.");
        }

        return allowRemote || uri.IsLoopback
            ? uri
            : throw new FormatException(
                $"{uri.Host} is not this machine: only 127.0.0.1, [::1] and localhost are allowed without --allow-remote.");
    }

    private byte[]? Body(CommandResult result)
    {
        result.AllowOne(_body, _bodyFile, _bodySize);
        return result.GetValue(_body) is { } text ? Encoding.UTF8.GetBytes(text)
            : result.GetValue(_bodyFile) is { } file ? InputFile.Read(file, "--body-file takes a file", File.ReadAllBytes)
            : result.Read(_bodySize, Quantity.Size) is { } size ? BodyOfSize(size)
            : null;
    }

    public static byte[] BodyOfSize(int size) => [.. Enumerable.Repeat((byte)'x', size)];

    /// <exception cref="FormatException">The text has no name and value.</exception>
    public static KeyValuePair<string, string> Header(string text) =>
        text.Split(':', 2, StringSplitOptions.TrimEntries) is [{ Length: > 0 } name, var value]
        ? new(name, value)
        : throw new FormatException($"--header takes \"Name: value\"; it is '{text}'.");
}
