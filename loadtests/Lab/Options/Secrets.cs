namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>Hides secrets in a text that is kept in a run folder, since reports are shared.</summary>
internal static partial class Secrets
{
    /// <summary>
    /// Replaces by <c>***</c> the keys of connection strings, and the values of headers, of parameters of addresses and of
    /// members of JSON whose names contain authorization, cookie, key, token, secret or password; of parameters also sig or code.
    /// </summary>
    public static string Mask(string text)
    {
        text = ConnectionString().Replace(text, "$1***");
        text = Header().Replace(text, "$1***");
        text = Parameter().Replace(text, "$1***");
        return Member().Replace(text, "$1***");
    }

    [GeneratedRegex("""(AccountKey\s*=\s*)("[^"]*"|'[^']*'|[^;]*)""", RegexOptions.IgnoreCase)]
    private static partial Regex ConnectionString();

    [GeneratedRegex("""^([\w-]*(?:authorization|cookie|key|token|secret|password)[\w-]*\s*:\s*).+$""", RegexOptions.IgnoreCase)]
    private static partial Regex Header();

    [GeneratedRegex("""([?&][\w.-]*(?:key|token|secret|password|sig|code)[\w.-]*=)[^&#\s]*""", RegexOptions.IgnoreCase)]
    private static partial Regex Parameter();

    [GeneratedRegex(
        """("[\w.-]*(?:key|token|secret|password)[\w.-]*"\s*:\s*)("(?:[^"\\]|\\.)*"|[^,}\s]+)""", RegexOptions.IgnoreCase)]
    private static partial Regex Member();
}
