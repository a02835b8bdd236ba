using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;

namespace DroneDelivery.ServiceDefaults.Problems;

/// <summary>
/// Returns a validation problem, with the value and the allowed values, for a request whose parameters cannot be bound.
/// </summary>
internal sealed partial class BadRequestHandler(IProblemDetailsService problems) : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(HttpContext httpContext, Exception exception, CancellationToken cancellationToken)
    {
        if (exception is not BadHttpRequestException bad)
        {
            return false;
        }

        httpContext.Response.StatusCode = bad.StatusCode;
        return await problems.TryWriteAsync(new()
        {
            HttpContext = httpContext,
            ProblemDetails = Describe(bad),
        });
    }

    private static ProblemDetails Describe(BadHttpRequestException bad)
    {
        if (UnboundParameter.Parse(bad.Message) is { } unbound)
        {
            return new HttpValidationProblemDetails(new Dictionary<string, string[]> { [unbound.Name] = [unbound.Sentence] })
            {
                Status = bad.StatusCode,
            };
        }

        return new() { Status = bad.StatusCode, Detail = DescribeBody(bad) };
    }

    // The exception's message contains type names.
    private static string DescribeBody(BadHttpRequestException bad) => bad.InnerException is JsonException json
        ? string.Create(
            CultureInfo.InvariantCulture,
            $"The body is not the expected JSON: line {json.LineNumber + 1}, at {json.Path ?? "$"}.")
        : bad.Message.Contains("no body was provided", StringComparison.Ordinal) ? "The body is missing."
        : bad.Message;

    /// <summary>A parameter that ASP.NET Core could not bind; the exception has its name only in the message.</summary>
    private sealed partial record UnboundParameter(string Name, string Sentence)
    {
        public static UnboundParameter? Parse(string message)
        {
            if (Wrong().Match(message) is { Success: true } wrong)
            {
                return new(NameIn(wrong), $"\"{wrong.Groups["value"].Value}\" is not {KindIn(wrong)}.");
            }

            return Missing().Match(message) is { Success: true } missing
                ? new(NameIn(missing), $"The value is missing; it must be {KindIn(missing)}.")
                : null;
        }

        // The message has the C# name of a parameter object's property; clients use the name in the query.
        private static string NameIn(Match match) => JsonNamingPolicy.CamelCase.ConvertName(match.Groups["name"].Value);

        private static string KindIn(Match match) => match.Groups["type"].Value switch
        {
            "int" or "long" or "Nullable<int>" or "Nullable<long>" => "a whole number",
            "double" or "decimal" or "Nullable<double>" or "Nullable<decimal>" => "a number",
            "bool" or "Nullable<bool>" => "true or false",
            "DateTimeOffset" or "Nullable<DateTimeOffset>" => "a time such as 2026-11-22T10:30:00Z",
            "string" => "a text",
            var type => $"a value of type {type}",
        };

        [GeneratedRegex("""^Failed to bind parameter "(?<type>\S+) (?<name>\w+)" from "(?<value>.*)"\.$""")]
        private static partial Regex Wrong();

        [GeneratedRegex("""^Required parameter "(?<type>\S+) (?<name>\w+)" was not provided""")]
        private static partial Regex Missing();
    }
}
