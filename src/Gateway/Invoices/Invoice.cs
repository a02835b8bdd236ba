namespace DroneDelivery.Gateway.Invoices;

/// <summary>The invoice of an owner for one month.</summary>
internal sealed record Invoice(
    string OwnerId,
    InvoicePeriod Period,
    InvoicedDeliveries Deliveries,
    InvoicedUtilization Utilization,
    InvoicedPackages Packages,
    InvoicedDrones Drones,
    InvoiceAmount Amount);

internal sealed record InvoicePeriod(int Year, int Month);

internal sealed record InvoicedDeliveries(int Count);

internal sealed record InvoicedUtilization(decimal MilesTraveled, decimal HoursAssigned);

internal sealed record InvoicedPackages(int Count, int Fragile, decimal WeightKilograms);

internal sealed record InvoicedDrones(int Count, int Assignments);

/// <summary>The total of an invoice, and the lines that it is the sum of.</summary>
internal sealed record InvoiceAmount(string Currency, decimal Total, IReadOnlyList<InvoiceLine> Lines);

/// <param name="For">The unit that is charged, such as <c>mile</c>.</param>
/// <param name="Quantity">The number of units.</param>
/// <param name="Price">The price of one unit.</param>
/// <param name="Amount">Quantity times price, rounded to cents.</param>
internal sealed record InvoiceLine(string For, decimal Quantity, decimal Price, decimal Amount);
